//! Classification-based policy iteration: DPI and CBMPI (Gabillon et al. 2013, Scherrer et al.
//! 2015).
//!
//! The policy takes the placement with the largest sum of weight × feature. An iteration takes
//! states that a controller of the catalogue meets, plays a rollout of the present policy after
//! every placement of each, and so learns what the placements are worth. The next policy is the one
//! that loses the least in these states: CMA-ES searches its weights, and plays no game for it.
//! CBMPI fits a value too, which stands for what follows a rollout; so rollouts can be short.

mod config;
mod loss;
mod rollouts;
mod search;
mod states;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Player, Rating, Reading, catalogue};

use crate::algebra::LeastSquares;
use crate::draws::Draws;
use crate::invalid::{Invalid, at_most, count, invalid, many, positive};
use crate::learners::method::{Log, Method, Parameters, Round, Tick, rank};
use crate::learners::setting::Setting;
pub use config::ClassificationPolicyIteration;
use loss::Block;
use rollouts::{Rolled, Rollouts};
use search::Search;

/// The states of one task.
const STATES_A_TASK: u64 = 250;

/// The most rollouts of a placement.
const MOST_ROLLOUTS: usize = 1000;

impl Parameters for ClassificationPolicyIteration {
    const NAME: &'static str = "classification-policy-iteration";
    const SUMMARY: &'static str =
        "policies that lose least by rollouts: DPI, CBMPI (Scherrer et al. 2015)";
    type State = State;

    fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
        setting.chances()?;
        many("states", self.states, 1)?;
        many("horizon", self.horizon, 1)?;
        many("rollouts", self.rollouts, 1)?;
        let sums = "so that sums of what they are worth are exact";
        at_most("rollouts", self.rollouts as usize, MOST_ROLLOUTS, sums)?;
        many("pool", self.pool, 1)?;
        let unfit = |right: String| invalid("controller", format!("`{}`", self.controller), right);
        let controller = catalogue::named(&self.controller).map_err(|e| unfit(e.to_string()))?;
        Player::new(controller, &setting.rules).map_err(|e| unfit(e.to_string()))?;
        for name in self.value_features.iter().flatten() {
            let unknown = |e| invalid("value-features", format!("`{name}`"), e);
            Reading::named(name).map_err(unknown)?;
        }
        if self.value_features.as_ref().is_some_and(Vec::is_empty) {
            let right = "name a feature, or leave the list out, or set `value` to false";
            return Err(invalid("value-features", "empty", right));
        }
        if let Some(population) = self.population {
            count("population", population, 4)?;
        }
        positive("sigma", self.sigma)?;
        many("generations", self.generations, 1)
    }

    fn start(self, setting: &Setting) -> State {
        let weights = setting.values().count();
        State {
            // A random policy (Scherrer et al. 2015).
            policy: Draws::before_the_first_generation(setting.seed).normals(weights),
            value: self.value.then(|| vec![0.0; self.values(setting).count()]),
            iteration: 0,
            phase: Phase::Rollouts,
            config: self,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::learners) struct State {
    config: ClassificationPolicyIteration,
    /// β.
    policy: Vec<f64>,
    /// α; none for DPI.
    value: Option<Vec<f64>>,
    iteration: u64,
    phase: Phase,
}

/// What an iteration is at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Phase {
    Rollouts,
    Search(Box<Search>),
}

/// A unit of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Rollouts.
    Rollouts(Rollouts),
    /// What candidates lose in some states.
    Losses(Losses),
}

/// Candidates, and states to judge them in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    candidates: Arc<Vec<Vec<f64>>>,
    block: Arc<Block>,
}

/// The answer to a unit of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// What rollouts came to.
    Rolled(Rolled),
    /// What each candidate loses.
    Lost(Vec<i128>),
}

impl Method for State {
    type Parameters = ClassificationPolicyIteration;
    type Task = Work;
    type Answer = Answer;

    fn ask(&self, _: &Setting, seed: u64) -> Vec<Work> {
        let states = self.config.states;
        match &self.phase {
            Phase::Rollouts => (0..states.div_ceil(STATES_A_TASK))
                .map(|number| {
                    Work::Rollouts(Rollouts {
                        policy: self.policy.clone(),
                        value: self.value.clone(),
                        seed,
                        number,
                        states: STATES_A_TASK.min(states - number * STATES_A_TASK),
                    })
                })
                .collect(),
            Phase::Search(search) => search
                .blocks
                .iter()
                .map(|block| {
                    Work::Losses(Losses {
                        candidates: search.candidates.clone(),
                        block: block.clone(),
                    })
                })
                .collect(),
        }
    }

    fn perform(
        setting: &Setting,
        parameters: &ClassificationPolicyIteration,
        task: &Work,
        tick: Tick,
    ) -> Option<Answer> {
        match task {
            Work::Rollouts(task) => task.perform(setting, parameters, tick).map(Answer::Rolled),
            Work::Losses(task) => {
                let losses = task.block.losses(&task.candidates, &mut || tick(0));
                losses.map(Answer::Lost)
            }
        }
    }

    fn tell(&mut self, setting: &Setting, answers: Vec<Answer>) -> Round {
        match &mut self.phase {
            Phase::Rollouts => {
                let rolled = answers.into_iter().filter_map(|answer| match answer {
                    Answer::Rolled(rolled) => Some(rolled),
                    Answer::Lost(_) => None,
                });
                self.begin_search(setting, rolled.collect())
            }
            Phase::Search(search) => {
                let mut losses = vec![0; search.candidates.len()];
                for answer in &answers {
                    if let Answer::Lost(more) = answer {
                        losses
                            .iter_mut()
                            .zip(more)
                            .for_each(|(sum, loss)| *sum += loss);
                    }
                }
                let Some((policy, log)) = search.tell(&losses) else {
                    return Round::More;
                };
                self.policy = policy;
                self.done(log)
            }
        }
    }

    fn rating(setting: &Setting, _: &ClassificationPolicyIteration, genes: &[f64]) -> Rating {
        setting.rating(genes)
    }

    fn genes(&self) -> Vec<f64> {
        self.policy.clone()
    }
}

impl State {
    /// Fits the value, and begins to search the policy.
    fn begin_search(&mut self, setting: &Setting, rolled: Vec<Rolled>) -> Round {
        let mut log = Log::new();
        let found: u64 = rolled.iter().map(|one| one.states).sum();
        log.insert("states-found".to_string(), found as f64);
        if let Some(weights) = &mut self.value {
            let units = self.config.values(setting).units().to_vec();
            let mut problem = LeastSquares::new(units.len());
            for one in rolled.iter().filter_map(|one| one.problem.as_ref()) {
                problem.merge(one);
            }
            let solution = problem.solve(&units);
            let residual = problem.residual(&solution.weights, &units);
            log.extend(rank(&solution));
            log.insert("residual".to_string(), residual);
            *weights = solution.weights;
        }
        let blocks: Vec<Block> = rolled.into_iter().map(|one| one.block).collect();
        let seed = setting.seed_of(self.iteration);
        match Search::new(&self.config, blocks, &self.policy, seed, log) {
            Ok(search) => {
                self.phase = Phase::Search(Box::new(search));
                Round::More
            }
            Err(log) => self.done(log),
        }
    }

    fn done(&mut self, log: Log) -> Round {
        self.iteration += 1;
        self.phase = Phase::Rollouts;
        Round::Done(log)
    }
}
