//! Random search: the baseline that every other method has to beat.

use crate::draws::Draws;
use crate::invalid::{Invalid, count, positive};
use crate::optimisers::candidate::Distribution;
use crate::optimisers::method::{Method, Parameters, Proposal, Scored};
use crate::optimisers::space::Space;
use crate::parameters::{Range, parameters};
use serde::{Deserialize, Serialize};

parameters! {
    /// Random search: vectors of independent normal numbers, which have every direction with equal
    /// probability. Nothing is learnt but which was best. The defaults are the first generation of
    /// [`CrossEntropy`](super::CrossEntropy).
    pub struct RandomSearch {
        /// How many vectors make a generation.
        pub population: usize = 100, Range::Count(1);
        /// The variance of a weight.
        pub variance: f64 = 100.0, Range::Positive;
    }
}

impl Parameters for RandomSearch {
    const NAME: &'static str = "random-search";
    const SUMMARY: &'static str = "random directions: the baseline";
    type State = State;

    fn validate(&self) -> Result<(), Invalid> {
        count("population", self.population, 1)?;
        positive("variance", self.variance)
    }

    fn start(self, space: &Space, _: &mut Draws) -> State {
        State {
            config: self,
            genes: space.genes(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::optimisers) struct State {
    pub config: RandomSearch,
    /// How many genes.
    genes: usize,
}

impl Method for State {
    fn propose(&self, _: &Space, draws: &mut Draws) -> Vec<Proposal> {
        let deviation = self.config.variance.sqrt();
        (0..self.config.population)
            .map(|_| {
                let normals = draws.normals(self.genes);
                Proposal::plain(normals.into_iter().map(|x| x * deviation).collect())
            })
            .collect()
    }

    fn learn(&mut self, _: Vec<Scored>) {}

    fn size(&self) -> usize {
        self.config.population
    }

    fn spread(&self) -> Option<f64> {
        Some(self.config.variance.sqrt())
    }

    fn distribution(&self) -> Distribution {
        Distribution {
            mean: vec![0.0; self.genes],
            sd: vec![self.config.variance.sqrt(); self.genes],
            ..Distribution::default()
        }
    }

    fn wanted(&self) -> usize {
        1
    }

    fn fits(&self, space: &Space) -> bool {
        self.genes == space.genes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimisers::testing::*;
    use crate::optimisers::{Config, Fitness, Optimiser};

    /// It finds something, slowly: twenty times the vectors in three dimensions find a place about
    /// a third as far away.
    #[test]
    fn improves_slowly() {
        let functions: [Function; 3] = [sphere, ellipsoid, rastrigin];
        for function in functions {
            let (mut start, mut end) = (0.0, 0.0);
            for seed in 0..10 {
                let config = Config::RandomSearch(RandomSearch::default());
                let space = Space::linear(3).unwrap();
                let mut method = Optimiser::new(config, space, Fitness::Lines, seed).unwrap();
                let first = best_value(&mut method, 1, |x| function(&shifted(x, 3.0)));
                start += first;
                end += first.min(best_value(&mut method, 19, |x| function(&shifted(x, 3.0))));
            }
            assert!(end < start / 1.5, "{start} to {end}");
        }
    }

    #[test]
    fn every_generation_is_another() {
        let config = Config::RandomSearch(RandomSearch::default());
        let space = Space::linear(3).unwrap();
        let mut method = Optimiser::new(config, space, Fitness::Lines, 1).unwrap();
        let first = method.ask();
        tell(&mut method, &sphere);
        assert_ne!(first[0].genes, method.ask()[0].genes);
    }

    #[test]
    fn impossible_parameters() {
        let mut config = RandomSearch {
            population: 0,
            ..RandomSearch::default()
        };
        assert_eq!(config.validate().unwrap_err().field, "population");
        config.population = 1;
        config.variance = -1.0;
        assert_eq!(config.validate().unwrap_err().field, "variance");
    }
}
