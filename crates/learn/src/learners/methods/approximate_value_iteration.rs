//! Approximate value iteration (Tsitsiklis & Van Roy 1996).
//!
//! The value of a board is a sum of weight × feature. Boards are visited by the greedy player of
//! the present weights; the target of a board is its exact backup, the mean over all pieces of the
//! best placement's lines and discounted value; the next weights are the least squares of the
//! targets. Nothing makes this converge: weights may go up and down for ever, or diverge.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Board, Rating};

use crate::algebra::LeastSquares;
use crate::invalid::{Invalid, many, share};
use crate::learners::backup::Backup;
use crate::learners::expansion::as_moves;
use crate::learners::method::{Log, Method, Parameters, Round, StopReason, Tick, rank};
use crate::learners::playing::{play_on, player};
use crate::learners::setting::Setting;
use crate::learners::weights::Weights;
use crate::parameters::{Range, parameters};

/// Weights that remove rows. From weights of 0 nothing is ever learnt: no row is removed, so all
/// targets are 0.
const START: [(&str, f64); 3] = [("max-height", -10.0), ("holes", -1.0), ("constant", 250.0)];

parameters! {
    /// Approximate value iteration (Tsitsiklis & Van Roy 1996). The paper does not tell its boards,
    /// steps and weights: all defaults are those of this program.
    pub struct ApproximateValueIteration {
        /// γ: what a line is worth one move later (default here).
        pub discount: f64 = 0.95, Range::Share;
        /// The boards of an iteration: those that the greedy player comes to, move after move
        /// (default here).
        pub boards: u64 = 1000, Range::Many(1);
        /// The last iterations among which an iteration's boards are divided evenly: 1 for boards
        /// of the present weights only (default here).
        pub memory: u64 = 1, Range::Many(1);
        /// β: the part of the way to the new weights that is gone (default here).
        pub step: f64 = 1.0, Range::Share;
        /// The weights to start from, by feature. None for max-height -10, holes -1, constant 250,
        /// as far as they are among the features (default here).
        pub start: Option<Weights> = None, Range::Words("a table of weights by feature");
    }
}

impl Parameters for ApproximateValueIteration {
    const NAME: &'static str = "approximate-value-iteration";
    const SUMMARY: &'static str = "least squares of exact backups (Tsitsiklis & Van Roy 1996)";
    type State = State;

    fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
        setting.chances()?;
        setting.needs_boards()?;
        setting.without_reward()?;
        share("discount", self.discount)?;
        many("boards", self.boards, 1)?;
        many("memory", self.memory, 1)?;
        share("step", self.step)?;
        let start = setting.weights_or("start", self.start.as_ref(), &START);
        start.map(|_| ())
    }

    fn start(self, setting: &Setting) -> State {
        let start = setting.weights_or("start", self.start.as_ref(), &START);
        State {
            weights: start.expect("the parameters were validated"),
            earlier: Vec::new(),
            boards: None,
            diverged: false,
            config: self,
        }
    }
}

/// A unit of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Task {
    /// Play, and keep some of the boards.
    Visit {
        /// Whose boards.
        visitor: Visitor,
        /// The number of moves.
        moves: u64,
        /// The first move whose board is kept.
        first: u64,
        /// How many moves on the next one is.
        every: u64,
    },
    /// Compute the targets of boards, given by their columns.
    Expand {
        weights: Vec<f64>,
        boards: Vec<Vec<u32>>,
    },
}

/// The answer to a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Answer {
    /// Boards, by their columns, and who visited them.
    Boards {
        visitor: Visitor,
        boards: Vec<Vec<u32>>,
    },
    /// The targets of boards.
    Targets(LeastSquares),
}

/// A player that visits boards: all that is needed to play its games again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Visitor {
    weights: Vec<f64>,
    seed: u64,
}

/// The boards of one task.
const BOARDS_A_TASK: usize = 25;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::learners) struct State {
    config: ApproximateValueIteration,
    weights: Vec<f64>,
    /// The visitors of the iterations that are remembered, the oldest first.
    earlier: Vec<Visitor>,
    /// The boards of this iteration; none before they are visited.
    boards: Option<Vec<Vec<u32>>>,
    diverged: bool,
}

impl Method for State {
    type Parameters = ApproximateValueIteration;
    type Task = Task;
    type Answer = Answer;

    fn ask(&self, _: &Setting, seed: u64) -> Vec<Task> {
        if let Some(boards) = &self.boards {
            return self.expand(boards);
        }
        let visitors = self.visitors(seed);
        let every = visitors.len() as u64;
        (0..)
            .zip(visitors)
            .map(|(first, visitor)| Task::Visit {
                visitor,
                moves: self.config.boards,
                first,
                every,
            })
            .collect()
    }

    fn perform(
        setting: &Setting,
        parameters: &ApproximateValueIteration,
        task: &Task,
        tick: Tick,
    ) -> Option<Answer> {
        let discount = parameters.discount;
        match task {
            Task::Visit {
                visitor,
                moves,
                first,
                every,
            } => {
                let player = player(&setting.rules, setting.greedy(&visitor.weights, discount));
                let mut boards = Vec::new();
                play_on(&player, visitor.seed, *moves, tick, |number, played| {
                    if number % every == *first {
                        boards.push(played.before.columns().to_vec());
                    }
                })?;
                let visitor = visitor.clone();
                Some(Answer::Boards { visitor, boards })
            }
            Task::Expand { weights, boards } => {
                let mut backup = Backup::new(setting, weights, discount);
                let values = setting.values();
                let mut problem = LeastSquares::new(values.count());
                let mut row = vec![0; values.count()];
                for columns in boards {
                    let board = Board::from_columns(setting.rules.board, columns);
                    let best = backup.best_moves(&board);
                    values.of_board(&board, &mut row);
                    problem.add(&row, backup.value(&best));
                    if !tick(as_moves(best.placements)) {
                        return None;
                    }
                }
                Some(Answer::Targets(problem))
            }
        }
    }

    fn tell(&mut self, setting: &Setting, answers: Vec<Answer>) -> Round {
        let units = setting.values().units().to_vec();
        let mut problem = LeastSquares::new(units.len());
        for answer in answers {
            match answer {
                Answer::Boards { visitor, boards } => {
                    self.boards.get_or_insert_default().extend(boards);
                    self.remember(visitor);
                }
                Answer::Targets(more) => problem.merge(&more),
            }
        }
        if problem.rows() == 0 {
            return Round::More;
        }
        self.boards = None;
        Round::Done(self.fit(&problem, &units))
    }

    fn genes(&self) -> Vec<f64> {
        self.weights.clone()
    }

    fn rating(setting: &Setting, parameters: &ApproximateValueIteration, genes: &[f64]) -> Rating {
        setting.greedy(genes, parameters.discount)
    }

    fn stop(&self) -> Option<StopReason> {
        self.diverged.then_some(StopReason::Diverged)
    }
}

impl State {
    /// Who visits the boards of this iteration: the players of the last iterations and the present
    /// one.
    fn visitors(&self, seed: u64) -> Vec<Visitor> {
        let present = Visitor {
            weights: self.weights.clone(),
            seed,
        };
        self.earlier.iter().cloned().chain([present]).collect()
    }

    /// Keeps a visitor for the next iterations. Those of an iteration come in the order of their
    /// age, so that the oldest go.
    fn remember(&mut self, visitor: Visitor) {
        if !self.earlier.contains(&visitor) {
            self.earlier.push(visitor);
        }
        if self.earlier.len() as u64 >= self.config.memory {
            self.earlier.remove(0);
        }
    }

    fn expand(&self, boards: &[Vec<u32>]) -> Vec<Task> {
        let task = |boards: &[Vec<u32>]| Task::Expand {
            weights: self.weights.clone(),
            boards: boards.to_vec(),
        };
        boards.chunks(BOARDS_A_TASK).map(task).collect()
    }

    /// Goes towards the least squares of the targets, unless they are too large for that.
    fn fit(&mut self, problem: &LeastSquares, units: &[f64]) -> Log {
        self.diverged = problem.overflows();
        let solution = problem.solve(units);
        let mut change: f64 = 0.0;
        if !self.diverged {
            for (weight, new) in self.weights.iter_mut().zip(&solution.weights) {
                let by = self.config.step * (new - *weight);
                change = change.max(by.abs());
                *weight += by;
            }
        }
        let mut log = Log::from([
            ("condition".to_string(), solution.condition),
            (
                "residual".to_string(),
                problem.residual(&solution.weights, units),
            ),
            ("change".to_string(), change),
        ]);
        log.extend(rank(&solution));
        log
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learners::testing::{iterate, setting, tiny};
    use crate::learners::{Config, Learner};

    fn state(config: ApproximateValueIteration, setting: &Setting) -> State {
        config.validate(setting).unwrap();
        config.start(setting)
    }

    /// With a weight for each board and all boards expanded it is value iteration.
    #[test]
    fn with_complete_features_it_sweeps_all_boards() {
        let setting = tiny::setting(1);
        let config = ApproximateValueIteration {
            discount: 0.9,
            ..Default::default()
        };
        let mut state = state(config.clone(), &setting);
        let boards = &tiny::boards().0;
        let mut right = vec![0.0; boards.len()];
        for _ in 0..15 {
            state.boards = Some(
                boards
                    .iter()
                    .map(|board| board.columns().to_vec())
                    .collect(),
            );
            let tasks = state.ask(&setting, 1);
            let answer = |task| State::perform(&setting, &config, task, &mut |_| true).unwrap();
            let answers = tasks.iter().map(answer).collect();
            assert!(matches!(state.tell(&setting, answers), Round::Done(_)));
            right = tiny::improved(&right, 0.9);
            for (found, right) in state.weights.iter().zip(&right) {
                assert!((found - right).abs() < 1e-9, "{found} {right}");
            }
        }
        assert!(right[0] > 1.5);
    }

    /// The example of Tsitsiklis & Van Roy (1996): a feature of 1 and 2 in two states, both of
    /// which lead to the second. A step multiplies the weight by 6γ/5.
    #[test]
    fn it_says_that_it_diverges() {
        let setting = setting(&[("suicide", "zero")], &["holes"], 1);
        for (discount, grows) in [(0.9, true), (0.8, false)] {
            let config = ApproximateValueIteration {
                discount,
                ..Default::default()
            };
            let mut state = state(config, &setting);
            let mut steps = 0;
            while state.stop().is_none() && steps < 1000 {
                let value = discount * 2.0 * state.weights[0];
                let mut problem = LeastSquares::new(1);
                problem.add(&[1], value);
                problem.add(&[2], value);
                let before = state.weights[0];
                state.tell(&setting, vec![Answer::Targets(problem)]);
                let right = before * 6.0 * discount / 5.0;
                if state.stop().is_none() {
                    assert!((state.weights[0] - right).abs() <= 1e-9 * right.abs().max(1.0));
                }
                steps += 1;
            }
            assert_eq!(state.stop(), grows.then_some(StopReason::Diverged));
            assert!(state.weights[0].is_finite());
            assert_eq!(state.weights[0].abs() < 1e-6, !grows);
        }
    }

    #[test]
    fn boards_are_divided_among_the_iterations_that_are_remembered() {
        let rules = [("board", "6x8"), ("suicide", "zero")];
        let setting = setting(&rules, &["constant", "max-height", "holes"], 1);
        let config = ApproximateValueIteration {
            boards: 50,
            memory: 3,
            ..Default::default()
        };
        let mut learner = Learner::new(Config::ApproximateValueIteration(config), setting).unwrap();
        for visitors in [1, 2, 3, 3] {
            assert_eq!(learner.ask().len(), visitors);
            iterate(&mut learner);
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refused = |rules: &[(&str, &str)], features: &[&str], parameters: &str| {
            let text = format!("[approximate-value-iteration]\n{parameters}");
            let config: Config = toml::from_str(&text).unwrap();
            Learner::new(config, setting(rules, features, 1)).unwrap_err()
        };
        let error = refused(&[("pieces", "bag")], &["holes"], "");
        assert_eq!(error.field, "pieces");
        let error = refused(&[], &["holes", "landing-height"], "");
        assert_eq!(
            (error.field.as_str(), error.value.as_str()),
            ("features", "`landing-height`")
        );
        let error = refused(&[], &["holes", "removed-lines"], "");
        assert_eq!(error.field, "features");
        let error = refused(&[], &["holes"], "start.wells = 1.0");
        assert_eq!(
            (error.field.as_str(), error.value.as_str()),
            ("start", "`wells`")
        );
        for (field, value) in [
            ("discount", "0.0"),
            ("discount", "1.5"),
            ("step", "0.0"),
            ("boards", "0"),
            ("memory", "0"),
        ] {
            let error = refused(&[], &["holes"], &format!("{field} = {value}"));
            assert_eq!(error.field, field);
        }
    }
}
