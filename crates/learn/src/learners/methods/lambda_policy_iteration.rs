//! λ-policy iteration (Bertsekas & Ioffe 1996; Scherrer 2013).
//!
//! The value of a board is a sum of weight × feature; features of the move are those of the move
//! that led to the board, as in Thiery's program. Games are played greedily for the present
//! weights; each board of a game gets as its target the λ-return of the rewards that followed; the
//! next weights are the least squares of the targets. λ = 0 is approximate value iteration on the
//! boards visited, λ = 1 approximate policy iteration.

use serde::{Deserialize, Serialize};
use tetrarium_engine::rules::Suicide;
use tetrarium_engine::{Board, Move, Rating, Size};

use crate::algebra::LeastSquares;
use crate::invalid::{Invalid, many, positive, probability, share};
use crate::learners::method::{Log, Method, Parameters, Round, StopReason, Tick, rank};
use crate::learners::playing::{each_move, player};
use crate::learners::setting::Setting;
use crate::learners::values::Values;
use crate::learners::weights::Weights;
use crate::parameters::{Range, parameters};

/// What the value of the board is that ends a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Terminal {
    /// 0: nothing follows.
    #[default]
    Zero,
    /// What its features say, as if the game went on: probably what Bertsekas & Ioffe (1996) did
    /// (Scherrer 2013, §6).
    Features,
}

/// What a board of a game counts in the least squares, by the moves from it to the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowWeights {
    /// All the same.
    #[default]
    Equal,
    /// (1-γλ)/(1-(γλ)^n) for n moves: the less, the further its target looks ahead.
    Lambda,
    /// (γ(1-1/N))^n for n of the game's N moves.
    Length,
}

impl RowWeights {
    /// What a board counts, as a multiple of 2⁻¹⁶, with `left` of `all` moves to come. The board
    /// that ends a game counts 1.
    fn times(self, parameters: &LambdaPolicyIteration, left: usize, all: usize) -> u32 {
        let (left, all) = (left as f64, all as f64);
        let weight = match self {
            // Equal weights need no fractions.
            RowWeights::Equal => return 1,
            _ if left == 0.0 => 1.0,
            RowWeights::Lambda => match parameters.discount * parameters.lambda {
                1.0 => 1.0 / left,
                both => (1.0 - both) / (1.0 - libm::pow(both, left)),
            },
            RowWeights::Length => libm::pow(parameters.discount * (1.0 - 1.0 / all), left),
        };
        libm::rint(libm::ldexp(weight, WEIGHT_BITS)) as u32
    }
}

/// The bits after the point of a row's weight.
const WEIGHT_BITS: i32 = 16;

parameters! {
    /// λ-policy iteration (Bertsekas & Ioffe 1996), as Scherrer (2013, §6) runs it.
    pub struct LambdaPolicyIteration {
        /// λ: how far a target looks ahead, from one move (0) to the end of the game (1).
        pub lambda: f64 = 0.9, Range::Probability;
        /// γ: what a line is worth one move later.
        pub discount: f64 = 1.0, Range::Share;
        /// The games of an iteration.
        pub games: u64 = 100, Range::Many(1);
        /// The pieces after which a game of an iteration is cut. A game is kept in memory until
        /// its targets are known.
        pub max_pieces: u64 = 1_000_000, Range::Many(1);
        /// The value of the board that ends a game: `zero`, or `features`, which re-creates the
        /// curve of Bertsekas & Ioffe (1996).
        pub terminal: Terminal = Terminal::Zero, Range::Words("zero or features");
        /// What a board counts in the least squares, n moves before the end of a game of N moves:
        /// `equal`; `lambda`, (1-γλ)/(1-(γλ)^n); `length`, (γ(1-1/N))^n. The last two are options
        /// of Thiery's program (Thiery & Scherrer 2010); they are rounded to multiples of 2⁻¹⁶.
        pub row_weights: RowWeights = RowWeights::Equal, Range::Words("equal, lambda or length");
        /// The part of the way to the new weights that is gone.
        pub step: f64 = 1.0, Range::Share;
        /// b: the step of iteration t is b/(b+t) of `step`; none if it stays. The step a/(b+t) of
        /// Thiery's program is a `step` of a/b.
        pub step_falls: Option<f64> = None, Range::Positive;
        /// The weights to start from, by feature; those of Bertsekas & Ioffe (1996) where none are
        /// named. The first games are played with the moves that end the game rated by the
        /// features.
        pub start: Weights = Weights::from([("max-height".into(), -10.0), ("holes".into(), -1.0)]),
            Range::Words("a table of weights by feature");
    }
}

impl Parameters for LambdaPolicyIteration {
    const NAME: &'static str = "lambda-policy-iteration";
    const SUMMARY: &'static str =
        "least squares of λ-returns (Bertsekas & Ioffe 1996, Scherrer 2013)";
    type State = State;

    fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
        setting.chances()?;
        setting.without_reward()?;
        probability("lambda", self.lambda)?;
        share("discount", self.discount)?;
        many("games", self.games, 1)?;
        many("max-pieces", self.max_pieces, 1)?;
        share("step", self.step)?;
        if let Some(falls) = self.step_falls {
            positive("step-falls", falls)?;
        }
        setting.weights("start", &self.start).map(|_| ())
    }

    fn start(self, setting: &Setting) -> State {
        let weights = setting.weights("start", &self.start);
        State {
            weights: weights.expect("the parameters were validated"),
            done: 0,
            diverged: false,
            config: self,
        }
    }
}

/// Games to play, and to make targets of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    weights: Vec<f64>,
    /// Whether moves that end the game are rated by the features.
    considered: bool,
    seed: u64,
    first: u64,
    count: u64,
}

/// The targets of some games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Targets {
    problem: LeastSquares,
    lines: u64,
}

/// The games of one task: short ones together, so that a task is worth its player.
const GAMES_A_TASK: u64 = 5;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::learners) struct State {
    config: LambdaPolicyIteration,
    weights: Vec<f64>,
    /// The number of iterations done.
    done: u64,
    diverged: bool,
}

impl Method for State {
    type Parameters = LambdaPolicyIteration;
    type Task = Games;
    type Answer = Targets;

    fn ask(&self, _: &Setting, seed: u64) -> Vec<Games> {
        let games = self.config.games;
        let features = self.config.terminal == Terminal::Features;
        (0..games)
            .step_by(GAMES_A_TASK as usize)
            .map(|first| Games {
                weights: self.weights.clone(),
                considered: self.done == 0 || features,
                seed,
                first,
                count: GAMES_A_TASK.min(games - first),
            })
            .collect()
    }

    fn perform(
        setting: &Setting,
        parameters: &LambdaPolicyIteration,
        task: &Games,
        tick: Tick,
    ) -> Option<Targets> {
        let mut rules = setting.rules.clone();
        if task.considered {
            rules.suicide = Suicide::Considered;
        }
        let player = player(&rules, setting.greedy(&task.weights, parameters.discount));
        let values = setting.values();
        let (mut problem, mut lines) = (LeastSquares::new(values.count()), 0);
        let mut game = Recorded::default();
        for number in task.first..task.first + task.count {
            game.begin(&values, player.rules().board);
            let most = parameters.max_pieces;
            let lost = each_move(&player, (task.seed, number), most, tick, |played| {
                game.push(&values, played);
            })?;
            lines += game.lines();
            game.add_targets(&values, &task.weights, parameters, lost, &mut problem);
        }
        Some(Targets { problem, lines })
    }

    fn tell(&mut self, setting: &Setting, answers: Vec<Targets>) -> Round {
        let units = setting.values().units().to_vec();
        let mut problem = LeastSquares::new(units.len());
        let mut lines = 0;
        for answer in &answers {
            problem.merge(&answer.problem);
            lines += answer.lines;
        }
        let solution = problem.solve(&units);
        // Targets that are too large leave the weights what they were.
        self.diverged = problem.overflows();
        let step = if self.diverged { 0.0 } else { self.step() };
        let mut change: f64 = 0.0;
        for (weight, new) in self.weights.iter_mut().zip(&solution.weights) {
            let by = step * (new - *weight);
            change = change.max(by.abs());
            *weight += by;
        }
        self.done += 1;
        let mut log = Log::from([
            ("condition".to_string(), solution.condition),
            (
                "residual".to_string(),
                problem.residual(&solution.weights, &units),
            ),
            ("change".to_string(), change),
            (
                "mean-before".to_string(),
                lines as f64 / self.config.games as f64,
            ),
        ]);
        log.extend(rank(&solution));
        Round::Done(log)
    }

    fn genes(&self) -> Vec<f64> {
        self.weights.clone()
    }

    fn rating(setting: &Setting, parameters: &LambdaPolicyIteration, genes: &[f64]) -> Rating {
        setting.greedy(genes, parameters.discount)
    }

    fn stop(&self) -> Option<StopReason> {
        self.diverged.then_some(StopReason::Diverged)
    }
}

impl State {
    /// The part of the way to the new weights that this iteration goes.
    fn step(&self) -> f64 {
        let slower = |falls| falls / (falls + self.done as f64);
        self.config.step * self.config.step_falls.map_or(1.0, slower)
    }
}

/// The boards of a game, as rows of features, and the reward of the move before each.
#[derive(Default)]
struct Recorded {
    rows: Vec<i64>,
    rewards: Vec<u32>,
}

impl Recorded {
    /// Begins with the empty board, if it has values: no move led to it.
    fn begin(&mut self, values: &Values, size: Size) {
        self.rewards.clear();
        self.rows.clear();
        if values.reads_moves().is_none() {
            self.rows.resize(values.count(), 0);
            values.of_board(&Board::empty(size), &mut self.rows);
        }
    }

    fn push(&mut self, values: &Values, played: &Move) {
        let end = self.rows.len();
        self.rows.resize(end + values.count(), 0);
        values.of_move(played, &mut self.rows[end..]);
        self.rewards.push(played.lines);
    }

    fn lines(&self) -> u64 {
        self.rewards.iter().map(|lines| u64::from(*lines)).sum()
    }

    /// The targets, from the last board back: value + Σ (γλ)^k × error of the k-th move ahead. The
    /// board that ends a game is a row too.
    fn add_targets(
        &self,
        values: &Values,
        weights: &[f64],
        parameters: &LambdaPolicyIteration,
        lost: bool,
        problem: &mut LeastSquares,
    ) {
        let (discount, lambda) = (parameters.discount, parameters.lambda);
        let mut rows = self.rows.chunks_exact(values.count()).rev();
        let Some(last) = rows.next() else { return };
        let ends_at_zero = lost && parameters.terminal == Terminal::Zero;
        let mut value = match ends_at_zero {
            true => 0.0,
            false => values.rated(weights, last),
        };
        let all = self.rewards.len();
        let times = |left| parameters.row_weights.times(parameters, left, all);
        if lost {
            problem.add_times(last, value, times(0));
        }
        let mut ahead = 0.0;
        for (left, (row, reward)) in (1..).zip(rows.zip(self.rewards.iter().rev())) {
            let own = values.rated(weights, row);
            let error = f64::from(*reward) + discount * value - own;
            ahead = error + discount * lambda * ahead;
            problem.add_times(row, own + ahead, times(left));
            value = own;
        }
    }
}

#[cfg(test)]
mod tests;
