//! Natural policy gradient (Kakade 2001), with a trust region or a clipped objective as variants.
//!
//! The policy is a softmax: it draws a placement with a chance that grows as exp(weights ×
//! features). An iteration plays some thousand moves by it and estimates the gradient of the
//! average reward (lines a move) by a discounted trace (Baxter & Bartlett 2001). The natural
//! gradient is that gradient divided by the Fisher information of the policy: a step along it does
//! not depend on the units of the features. What is handed over is the greedy player of the
//! weights.

mod clipped;
mod config;
mod exponential;
mod layout;
mod softmax;
#[cfg(test)]
mod tests;
mod trajectory;
mod turn;
mod whole;

use serde::{Deserialize, Serialize};
use tetrarium_engine::rules::GameKind;
use tetrarium_engine::{Board, Rating};

use crate::algebra::{Matrix, least_norm};
use crate::invalid::{Invalid, at_most, invalid, many, not_negative, positive, probability};
use crate::learners::method::{Log, Method, Parameters, Round, StopReason, Tick, rank};
use crate::learners::setting::Setting;
use clipped::{Adam, Climber, Memory};
pub use config::{NaturalPolicyGradient, StepKind};
use trajectory::{Sums, Trajectory, Walk};

impl Parameters for NaturalPolicyGradient {
    const NAME: &'static str = "natural-policy-gradient";
    const SUMMARY: &'static str =
        "natural gradient of a softmax policy (Kakade 2001), or its clipped objective";
    type State = State;

    fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
        if setting.rules.game == GameKind::Original {
            let right =
                "this method draws among placements that a piece always reaches: use simplified";
            return Err(invalid("game", "original", right));
        }
        many("moves", self.moves, 1)?;
        many("trajectories", self.trajectories, 1)?;
        let moves = self.moves as usize;
        at_most(
            "trajectories",
            self.trajectories as usize,
            moves,
            "the moves",
        )?;
        probability("discount", self.discount)?;
        not_negative("ridge", self.ridge)?;
        positive("alpha", self.alpha)?;
        positive("kappa", self.kappa)?;
        positive("clip", self.clip)?;
        many("epochs", self.epochs, 1)?;
        many("batch", self.batch, 1)?;
        positive("rate", self.rate)?;
        if let Some(iterations) = self.rate_falls {
            many("rate-falls", iterations, 1)?;
        }
        not_negative("entropy", self.entropy)?;
        setting.weights("start", &self.start).map(|_| ())
    }

    fn start(self, setting: &Setting) -> State {
        let weights = setting.weights("start", &self.start);
        let weights = weights.expect("the parameters were validated");
        let empty = Board::empty(setting.rules.board).columns().to_vec();
        State {
            boards: vec![empty; self.trajectories as usize],
            adam: Adam::new(weights.len()),
            done: 0,
            weights,
            memory: Memory::default(),
            config: self,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::learners) struct State {
    config: NaturalPolicyGradient,
    weights: Vec<f64>,
    /// The columns of the board on which each trajectory goes on.
    boards: Vec<Vec<u32>>,
    adam: Adam,
    /// The iterations done; 0 where it does not matter.
    #[serde(default)]
    done: u64,
    #[serde(skip)]
    memory: Memory,
}

impl Method for State {
    type Parameters = NaturalPolicyGradient;
    type Task = Trajectory;
    type Answer = Walk;

    fn ask(&self, _: &Setting, seed: u64) -> Vec<Trajectory> {
        let (moves, parts) = (self.config.moves, self.config.trajectories);
        (0..parts)
            .zip(&self.boards)
            .map(|(number, board)| Trajectory {
                weights: self.weights.clone(),
                board: board.clone(),
                seed,
                number,
                moves: moves / parts + u64::from(number < moves % parts),
            })
            .collect()
    }

    fn perform(
        setting: &Setting,
        parameters: &NaturalPolicyGradient,
        task: &Trajectory,
        tick: Tick,
    ) -> Option<Walk> {
        task.walk(setting, parameters, tick)
    }

    fn tell(&mut self, setting: &Setting, mut answers: Vec<Walk>) -> Round {
        self.boards = answers
            .iter_mut()
            .map(|walk| std::mem::take(&mut walk.board))
            .collect();
        let moves = self.config.moves as f64;
        let before = self.weights.clone();
        let mean = |total: f64| total / moves;
        let reward = mean(answers.iter().map(|walk| walk.reward).sum::<u64>() as f64);
        let mut log = Log::from([
            ("reward".to_string(), reward),
            (
                "entropy".to_string(),
                mean(answers.iter().map(|walk| walk.entropy).sum()),
            ),
            (
                "games-lost".to_string(),
                answers.iter().map(|walk| walk.lost).sum::<u64>() as f64,
            ),
        ]);
        if self.config.step == StepKind::Clipped {
            let falls = |all| (1.0 - self.done as f64 / all as f64).max(0.0);
            let left = self.config.rate_falls.map_or(1.0, falls);
            let climber = Climber {
                setting,
                parameters: &self.config,
                rate: self.config.rate * left,
                weights: &mut self.weights,
                adam: &mut self.adam,
            };
            let share = climber.climb(&answers, reward, &mut self.memory);
            log.insert("clipped".to_string(), share);
            self.done += u64::from(self.config.rate_falls.is_some());
        } else {
            log.extend(self.natural_step(&answers, reward));
        }
        let change = self.weights.iter().zip(&before).map(|(new, old)| new - old);
        let length = change.map(|by| by * by).sum::<f64>().sqrt();
        log.insert("step".to_string(), length);
        Round::Done(log)
    }

    fn rating(setting: &Setting, _: &NaturalPolicyGradient, genes: &[f64]) -> Rating {
        setting.rating(genes)
    }

    fn genes(&self) -> Vec<f64> {
        self.weights.clone()
    }

    fn stop(&self) -> Option<StopReason> {
        let falls = self.config.rate_falls;
        let is_over = falls.is_some_and(|all| self.done >= all);
        is_over.then_some(StopReason::Complete)
    }
}

impl State {
    /// Goes along the natural gradient. `reward` is the mean reward.
    fn natural_step(&mut self, answers: &[Walk], reward: f64) -> Log {
        let mut sums = Sums::new(self.weights.len());
        for walk in answers {
            sums.merge(&walk.sums);
        }
        let baseline = if self.config.baseline { reward } else { 0.0 };
        let (fisher, gradient) = sums.means(self.config.moves, self.config.ridge, baseline);
        let solution = least_norm(&fisher, &gradient);
        let mut log = Log::from(rank(&solution));
        let direction = solution.weights;
        let scale = match self.config.step {
            StepKind::Plain => self.config.alpha,
            _ => match squared_length(&fisher, &direction) {
                square if square > 0.0 => (self.config.kappa / square).sqrt(),
                _ => 0.0,
            },
        };
        for (weight, by) in self.weights.iter_mut().zip(&direction) {
            *weight += scale * by;
        }
        log.insert("condition".to_string(), solution.condition);
        log
    }
}

/// dᵀ F d.
fn squared_length(fisher: &Matrix, direction: &[f64]) -> f64 {
    let rows = fisher.iter().zip(direction).map(|(row, by)| {
        let along: f64 = row.iter().zip(direction).map(|(f, d)| f * d).sum();
        by * along
    });
    rows.sum()
}
