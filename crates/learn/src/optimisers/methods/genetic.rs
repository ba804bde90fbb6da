//! The genetic algorithm of Amundsen (2014, ch. 3): whole-number weights, crossover over whole
//! features, full generational replacement with elites.

use crate::draws::Draws;
use crate::invalid::{Invalid, at_least, at_most, count, probability};
use crate::optimisers::candidate::Distribution;
use crate::optimisers::method::{
    Method, Parameters, Proposal, Scored, distribution_of, population_fits,
};
use crate::optimisers::selection::{cut, ranked, sigma_scaled, tournament, universal};
use crate::optimisers::space::Space;
use crate::parameters::{Range, parameters};
use serde::{Deserialize, Serialize};

parameters! {
    /// The genetic algorithm of Amundsen (2014). The defaults are those of his table 4.1; the
    /// number of generations (50) and of games (100) are the experiment's.
    ///
    /// For the unbiased selection of features (§4.2) set `mutation-rate` to 0.0625.
    pub struct Genetic {
        /// n_p, how many individuals.
        pub population: usize = 100, Range::Count(2);
        /// n_e, how many of the best pass to the next generation as they are.
        pub elite: usize = 2, Range::UpTo("population");
        /// How parents are chosen.
        pub selection: Selection = Selection::Tournament { size: 10, random_rate: 0.1 },
            Range::Words(
            "tournament = { size, random-rate } (the best of a random group, or with that \
             probability a random one of it), universal, sigma",
        );
        /// How two parents are mixed.
        pub crossover: Crossover = Crossover::Points(2),
            Range::Words("points = N (changes of parent), uniform");
        /// p_c, the probability that parents are mixed; else one of them is copied.
        pub crossover_rate: f64 = 0.5, Range::Probability;
        /// p_m, the probability that a weight (or the switch of a feature) mutates; none for 1/l,
        /// where l is the number of genes.
        pub mutation_rate: Option<f64> = None, Range::Probability;
        /// m_r, the most that a mutation adds to or takes from a weight.
        pub mutation_range: u32 = 100, Range::Whole(1);
        /// Weights start between minus this and this. The thesis does not say; the author's program
        /// (github.com/badeball/tetris-ea) has a range of 100, that is ±50.
        pub start_range: u32 = 50, Range::Whole(1);
        /// The probability that a feature is on at the start, and after its switch mutated
        /// (§4.2: "both possible values equally probable").
        pub enable_rate: f64 = 0.5, Range::Probability;
        /// Whether the games of a genome seen before are pooled: the answer to the trouble of §5.2.
        pub pooled: bool = true, Range::Switch;
        /// How a genome seen before, such as an elite, is judged: by its new games alone, by all
        /// its games together, or by those that it had at first, without new ones (§5.2); none for
        /// what `pooled` says.
        pub elites: Option<Elites> = None, Range::Words("again, pooled, kept");
    }
}

/// How a genome seen before is judged (Amundsen 2014, §5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Elites {
    /// By its new games alone.
    Again,
    /// By all its games together.
    Pooled,
    /// By the games that it had at first: it plays no more.
    Kept,
}

/// How parents are chosen (Amundsen 2014, §3.4.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Selection {
    /// The best of a random group.
    #[serde(rename_all = "kebab-case")]
    Tournament {
        /// t_n, how many are in the group.
        size: usize,
        /// t_p, the probability that a random one of the group is chosen instead of the best.
        random_rate: f64,
    },
    /// Stochastic universal sampling in proportion to fitness.
    Universal,
    /// Stochastic universal sampling in proportion to 1 + (f - mean) / 2σ.
    Sigma,
}

/// How two parents are mixed (Amundsen 2014, §3.4.5): features pass with all their weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Crossover {
    /// Changing from one parent to the other at this number of points.
    Points(usize),
    /// Every feature from either parent.
    Uniform,
}

impl Parameters for Genetic {
    const NAME: &'static str = "genetic";
    const SUMMARY: &'static str = "a genetic algorithm on whole numbers (Amundsen 2014)";
    const SELECTS_FEATURES: bool = true;
    type State = State;

    fn validate(&self) -> Result<(), Invalid> {
        count("population", self.population, 2)?;
        at_most("elite", self.elite, self.population, "the population")?;
        if let Selection::Tournament { size, random_rate } = self.selection {
            at_least("selection.tournament.size", size, 1)?;
            probability("selection.tournament.random-rate", random_rate)?;
        }
        if let Crossover::Points(points) = self.crossover {
            at_least("crossover.points", points, 1)?;
        }
        probability("crossover-rate", self.crossover_rate)?;
        if let Some(rate) = self.mutation_rate {
            probability("mutation-rate", rate)?;
        }
        at_least("mutation-range", self.mutation_range as usize, 1)?;
        at_least("start-range", self.start_range as usize, 1)?;
        probability("enable-rate", self.enable_rate)
    }

    fn start(self, _: &Space, _: &mut Draws) -> State {
        State {
            config: self,
            population: Vec::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::optimisers) struct State {
    pub config: Genetic,
    population: Vec<Scored>,
}

impl State {
    fn random(&self, space: &Space, draws: &mut Draws) -> Proposal {
        let point = (0..space.genes())
            .map(|_| draws.within(self.config.start_range))
            .collect();
        let mut enabled = Vec::new();
        if space.selection() {
            enabled
                .extend((0..space.features().len()).map(|_| draws.chance(self.config.enable_rate)));
            keep_one_on(&mut enabled, draws);
        }
        Proposal {
            point,
            enabled,
            probe: false,
        }
    }

    /// The parents of `count` children, two by two.
    fn parents(&self, count: usize, draws: &mut Draws) -> Vec<usize> {
        let fitness: Vec<f64> = self.population.iter().map(|one| one.fitness).collect();
        match self.config.selection {
            Selection::Tournament { size, random_rate } => (0..2 * count)
                .map(|_| tournament(&fitness, size, random_rate, draws))
                .collect(),
            Selection::Universal => universal(&fitness, 2 * count, draws),
            Selection::Sigma => universal(&sigma_scaled(&fitness), 2 * count, draws),
        }
    }

    fn child(&self, first: &Scored, second: &Scored, space: &Space, draws: &mut Draws) -> Proposal {
        let features = space.features().len();
        let from_first = if !draws.chance(self.config.crossover_rate) {
            vec![draws.chance(0.5); features]
        } else {
            match self.config.crossover {
                Crossover::Points(points) => cut(features, points, draws),
                Crossover::Uniform => (0..features).map(|_| draws.chance(0.5)).collect(),
            }
        };
        let parent = |feature: usize| if from_first[feature] { first } else { second };
        let point = (0..space.genes())
            .map(|gene| parent(space.feature(gene)).point[gene])
            .collect();
        let enabled = (0..first.enabled.len())
            .map(|feature| parent(feature).enabled[feature])
            .collect();
        Proposal {
            point,
            enabled,
            probe: false,
        }
    }

    fn mutate(&self, child: &mut Proposal, draws: &mut Draws) {
        let rate = self
            .config
            .mutation_rate
            .unwrap_or(1.0 / child.point.len() as f64);
        for gene in &mut child.point {
            if draws.chance(rate) {
                *gene += draws.within(self.config.mutation_range);
            }
        }
        for switch in &mut child.enabled {
            if draws.chance(rate) {
                *switch = draws.chance(self.config.enable_rate);
            }
        }
        keep_one_on(&mut child.enabled, draws);
    }
}

/// A controller needs a feature: where all are off, a random one is switched on.
fn keep_one_on(enabled: &mut [bool], draws: &mut Draws) {
    if !enabled.is_empty() && !enabled.contains(&true) {
        enabled[draws.below(enabled.len())] = true;
    }
}

impl Method for State {
    fn propose(&self, space: &Space, draws: &mut Draws) -> Vec<Proposal> {
        if self.population.is_empty() {
            return (0..self.config.population)
                .map(|_| self.random(space, draws))
                .collect();
        }
        let fitness: Vec<f64> = self.population.iter().map(|one| one.fitness).collect();
        let mut next: Vec<Proposal> = ranked(&fitness)
            .into_iter()
            .take(self.config.elite)
            .map(|elite| Proposal {
                point: self.population[elite].point.clone(),
                enabled: self.population[elite].enabled.clone(),
                probe: false,
            })
            .collect();
        let children = self.config.population - next.len();
        for pair in self.parents(children, draws).chunks(2) {
            let (first, second) = (&self.population[pair[0]], &self.population[pair[1]]);
            let mut child = self.child(first, second, space, draws);
            self.mutate(&mut child, draws);
            next.push(child);
        }
        next
    }

    fn learn(&mut self, scored: Vec<Scored>) {
        self.population = scored;
    }

    fn size(&self) -> usize {
        self.config.population
    }

    fn spread(&self) -> Option<f64> {
        Some(f64::from(self.config.start_range))
    }

    fn distribution(&self) -> Distribution {
        distribution_of(&self.population)
    }

    fn wanted(&self) -> usize {
        // Nine in ten winners of a tournament of ten are among the best fifth.
        (self.config.population / 5).max(self.config.elite).max(1)
    }

    fn pooled(&self) -> bool {
        match self.config.elites {
            None => self.config.pooled,
            Some(elites) => elites != Elites::Again,
        }
    }

    fn kept(&self) -> bool {
        self.config.elites == Some(Elites::Kept)
    }

    fn fits(&self, space: &Space) -> bool {
        population_fits(&self.population, self.config.population, space)
    }
}

#[cfg(test)]
mod tests;
