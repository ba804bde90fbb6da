//! What a method of optimisation is to the [`Optimiser`](super::Optimiser).

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::candidate::{Distribution, StopReason};
use super::selection;
use super::space::Space;
use crate::draws::Draws;
use crate::invalid::Invalid;
use crate::parameters::Documented;

/// A point to be played, in the coordinates of [`Space::genes_of`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Proposal {
    pub point: Vec<f64>,
    pub enabled: Vec<bool>,
    pub probe: bool,
}

impl Proposal {
    pub(super) fn plain(point: Vec<f64>) -> Self {
        Proposal {
            point,
            enabled: Vec::new(),
            probe: false,
        }
    }
}

/// A point with its fitness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scored {
    pub point: Vec<f64>,
    pub enabled: Vec<bool>,
    pub fitness: f64,
}

impl Scored {
    /// Puts the fitness below that of every game to come, which is never negative; the order of
    /// outdated ones stays.
    pub(super) fn outdate(&mut self) {
        if self.fitness >= 0.0 {
            self.fitness = -1.0 / (1.0 + self.fitness);
        }
    }
}

/// The parameters of a method, as an experiment file has them: a table with the method's name,
/// whose fields all have defaults. The macro `parameters!` makes it.
pub(super) trait Parameters:
    Clone + Default + Serialize + DeserializeOwned + Documented
{
    /// The method's name, in files and tables.
    const NAME: &'static str;

    /// What the method is, in a few words, with its source.
    const SUMMARY: &'static str;

    /// Whether the method can switch features on and off.
    const SELECTS_FEATURES: bool = false;

    /// Whether the method draws from a distribution: its mean is the result, and its step can be
    /// made smaller.
    const HAS_DISTRIBUTION: bool = false;

    /// What the method knows between two generations.
    type State: Method + Serialize + DeserializeOwned;

    /// Whether the parameters can be.
    fn validate(&self) -> Result<(), Invalid>;

    /// The method before its first generation.
    fn start(self, space: &Space, draws: &mut Draws) -> Self::State;
}

/// A method of optimisation at work: how it proposes and what it learns. Everything else (numbers,
/// pooling, fitness, errors) is the [`Optimiser`](super::Optimiser)'s.
pub(super) trait Method {
    /// The next points to be played. It does not change the method, so that asking twice gives
    /// the same answer.
    fn propose(&self, space: &Space, draws: &mut Draws) -> Vec<Proposal>;

    /// Learns from what was proposed last, in the order of its proposal (without probes).
    fn learn(&mut self, scored: Vec<Scored>);

    /// How many points a generation has, without probes.
    fn size(&self) -> usize;

    /// The spread of a coordinate at the start; none where points are genes already.
    fn spread(&self) -> Option<f64>;

    /// Where the search stands, in coordinates.
    fn distribution(&self) -> Distribution;

    /// How many of a generation matter for what is learnt: what racing should find out.
    fn wanted(&self) -> usize;

    /// Whether the games of a genome seen before are pooled.
    fn pooled(&self) -> bool {
        false
    }

    /// Whether a genome seen before keeps its games and plays no more, of a method that pools.
    fn kept(&self) -> bool {
        false
    }

    /// The point that the method hands over at the end, where that is not the best one seen.
    fn outcome(&self) -> Option<Vec<f64>> {
        None
    }

    /// Reasons not to go on.
    fn stop(&self) -> Vec<StopReason> {
        Vec::new()
    }

    /// Multiplies the step by this, where there is a distribution.
    fn shrink(&mut self, _by: f64) {}

    /// Another game is played from now on: fitness remembered for longer than a generation must
    /// give way to any new one.
    fn outdate(&mut self) {}

    /// Whether a state that was read back can be one of this method in `space`.
    fn fits(&self, space: &Space) -> bool;
}

/// The distribution of a population.
pub(super) fn distribution_of(population: &[Scored]) -> Distribution {
    let Some(first) = population.first() else {
        return Distribution::default();
    };
    let (mean, sd) = (0..first.point.len())
        .map(|gene| selection::mean_and_deviation(population.iter().map(|one| one.point[gene])))
        .unzip();
    let enabled = (0..first.enabled.len())
        .map(|feature| {
            let on = population.iter().filter(|one| one.enabled[feature]);
            on.count() as f64 / population.len() as f64
        })
        .collect();
    Distribution {
        mean,
        sd,
        enabled,
        scalars: BTreeMap::new(),
    }
}

/// Whether a population that was read back is empty, as at the start, or has `size` members that
/// fit `space`.
pub(super) fn population_fits(population: &[Scored], size: usize, space: &Space) -> bool {
    let features = space.features().len();
    let bits = if space.selection() { features } else { 0 };
    (population.is_empty() || population.len() == size)
        && population
            .iter()
            .all(|one| one.point.len() == space.genes() && one.enabled.len() == bits)
}
