//! Hill climbing: the method of the recipe in CONTRIBUTING.md, in tests only.

use serde::{Deserialize, Serialize};

use crate::draws::Draws;
use crate::invalid::{Invalid, count, positive};
use crate::optimisers::candidate::Distribution;
use crate::optimisers::method::{Method, Parameters, Proposal, Scored};
use crate::optimisers::space::Space;
use crate::parameters::{Range, parameters};

parameters! {
    /// Hill climbing: the best point so far, and steps from it in random directions.
    pub struct HillClimbing {
        /// How many steps make a generation.
        pub population: usize = 10, Range::Count(1);
        /// The standard deviation of a step.
        pub step: f64 = 1.0, Range::Positive;
    }
}

impl Parameters for HillClimbing {
    const NAME: &'static str = "hill-climbing";
    const SUMMARY: &'static str = "steps from the best point so far (an example)";
    type State = State;

    fn validate(&self) -> Result<(), Invalid> {
        count("population", self.population, 1)?;
        positive("step", self.step)
    }

    fn start(self, space: &Space, _: &mut Draws) -> State {
        State {
            best: Scored {
                point: vec![0.0; space.genes()],
                enabled: Vec::new(),
                fitness: -1.0,
            },
            config: self,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::optimisers) struct State {
    pub config: HillClimbing,
    best: Scored,
}

impl Method for State {
    fn propose(&self, _: &Space, draws: &mut Draws) -> Vec<Proposal> {
        let stepped = |x: &f64, draws: &mut Draws| x + self.config.step * draws.normal();
        (0..self.config.population)
            .map(|_| {
                let point = self.best.point.iter().map(|x| stepped(x, draws));
                Proposal::plain(point.collect())
            })
            .collect()
    }

    fn learn(&mut self, scored: Vec<Scored>) {
        for one in scored {
            if one.fitness > self.best.fitness {
                self.best = one;
            }
        }
    }

    fn size(&self) -> usize {
        self.config.population
    }

    fn spread(&self) -> Option<f64> {
        Some(self.config.step)
    }

    fn distribution(&self) -> Distribution {
        Distribution {
            mean: self.best.point.clone(),
            sd: vec![self.config.step; self.best.point.len()],
            ..Distribution::default()
        }
    }

    fn wanted(&self) -> usize {
        1
    }

    fn outdate(&mut self) {
        self.best.outdate();
    }

    fn fits(&self, space: &Space) -> bool {
        self.best.point.len() == space.genes()
    }
}

#[test]
fn climbs_a_hill() {
    use crate::optimisers::testing::{best_value, shifted, sphere};
    use crate::optimisers::{Fitness, Optimiser};
    let space = Space::linear(3).unwrap();
    let config = HillClimbing::default().into();
    let mut optimiser = Optimiser::new(config, space, Fitness::Lines, 1).unwrap();
    let hill = |x: &[f64]| sphere(&shifted(x, 3.0));
    let first = best_value(&mut optimiser, 1, hill);
    assert!(best_value(&mut optimiser, 50, hill) < first / 2.0);
}
