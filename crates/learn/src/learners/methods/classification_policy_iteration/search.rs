//! The search for the policy that loses the least, by CMA-ES.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::config::ClassificationPolicyIteration;
use super::loss::{Block, real};
use crate::learners::method::Log;
use crate::optimisers::{CmaEs, Config, Fitness, Optimiser, Space};

/// A search within an iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    /// The states, as they were divided into tasks.
    pub blocks: Vec<Arc<Block>>,
    /// What is to be judged: a generation; at the end the policy found and the one before.
    pub candidates: Arc<Vec<Vec<f64>>>,
    before: Vec<f64>,
    optimiser: Optimiser,
    generations: u64,
    /// Whether the policy found is being judged.
    last: bool,
    /// The worths of a state are sums over this number of rollouts.
    rollouts: u64,
    log: Log,
}

impl Search {
    /// A search over these states. Where they tell nothing it gives the log back.
    pub fn new(
        parameters: &ClassificationPolicyIteration,
        blocks: Vec<Block>,
        before: &[f64],
        seed: u64,
        mut log: Log,
    ) -> Result<Search, Log> {
        let states: usize = blocks.iter().map(Block::states).sum();
        log.insert("states".to_string(), states as f64);
        if states == 0 {
            return Err(log);
        }
        let config = Config::CmaEs(CmaEs {
            population: Some(parameters.population.unwrap_or(15 * before.len())),
            sigma: parameters.sigma,
            ..CmaEs::default()
        });
        let space = Space::linear(before.len()).expect("there are features");
        let optimiser = Optimiser::new(config, space, Fitness::Lines, seed);
        let mut search = Search {
            blocks: blocks.into_iter().map(Arc::new).collect(),
            candidates: Arc::default(),
            before: before.to_vec(),
            optimiser: optimiser.expect("the parameters were validated"),
            generations: parameters.generations,
            last: false,
            rollouts: parameters.rollouts,
            log,
        };
        search.ask();
        Ok(search)
    }

    fn ask(&mut self) {
        let ended = self.optimiser.generation() == self.generations;
        self.last = ended || !self.optimiser.stop().is_empty();
        self.candidates = Arc::new(match self.last {
            true => vec![self.found(), self.before.clone()],
            false => {
                let candidates = self.optimiser.ask().into_iter();
                candidates.map(|candidate| candidate.genes).collect()
            }
        });
    }

    /// The mean of the distribution, with a largest weight of 1 or -1: the search goes ever further
    /// out, and choices do not depend on the length of the weights.
    fn found(&self) -> Vec<f64> {
        let (mean, _) = self.optimiser.result().expect("CMA-ES has a mean");
        let largest = mean.iter().map(|weight| weight.abs()).fold(0.0, f64::max);
        match largest > 0.0 {
            true => mean.iter().map(|weight| weight / largest).collect(),
            false => mean,
        }
    }

    /// Takes what the candidates lose. At the end it gives the policy and the log.
    pub fn tell(&mut self, losses: &[i128]) -> Option<(Vec<f64>, Log)> {
        if !self.last {
            let fitness: Vec<f64> = losses.iter().map(|loss| -(*loss as f64)).collect();
            self.optimiser.tell_fitness(&fitness);
            self.ask();
            return None;
        }
        let states: usize = self.blocks.iter().map(|block| block.states()).sum();
        let of_state = |loss: i128| real(loss) / (states as f64 * self.rollouts as f64);
        let mut log = std::mem::take(&mut self.log);
        log.insert("loss".to_string(), of_state(losses[0]));
        log.insert("loss-before".to_string(), of_state(losses[1]));
        log.insert(
            "generations".to_string(),
            self.optimiser.generation() as f64,
        );
        Some((self.found(), log))
    }
}
