//! Least-squares policy iteration (Lagoudakis, Parr & Littman 2002) and least-squares λ-policy
//! iteration (Thiery & Scherrer 2010).
//!
//! The value of a *move* is a sum of weight × feature, and a greedy player's rating is that sum
//! itself: `removed-lines` has a weight as other features have. Moves of the start policy are
//! sampled once. An iteration asks, for the same samples, what the greedy policy of the present
//! weights would do next with each piece, and evaluates that policy by a linear system.
//!
//! The features of Lagoudakis, Parr & Littman are those of the board *before* the move, and the
//! differences that the move makes: with f the one and δ the other, weights c and d give
//! c·f(before) + d·δ = c·f(after) + (d − c)·δ. So `f` and `delta-f`, which are read after the move,
//! span the same values: `constant, max-height, holes, height-differences, mean-height,
//! delta-holes, delta-max-height, delta-height-differences, delta-mean-height, removed-lines`. Only
//! the choice of the shortest weights among equally good ones depends on the form. There are such:
//! on a board of width w every move has w·delta-mean-height = 4 + delta-holes − w·removed-lines, so
//! the ten features have rank 9.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tetrarium_engine::{Board, Piece, Player, Rating};

use crate::invalid::{Invalid, many, positive, probability, share};
use crate::learners::method::{Log, Method, Parameters, Round, StopReason, Tick, rank};
use crate::learners::playing::{choice, play_on, player};
use crate::learners::setting::Setting;
use crate::learners::transitions::{Ahead, Projection, Transitions};
use crate::learners::values::Values;
use crate::learners::weights::Weights;
use crate::parameters::{Range, parameters};

/// The policy that Thiery & Scherrer (2010) sample.
const START: [(&str, f64); 5] = [
    ("delta-holes", -4.0),
    ("delta-max-height", -1.0),
    ("delta-height-differences", -1.0),
    ("delta-mean-height", 0.0),
    ("removed-lines", 2.0),
];

parameters! {
    /// Least-squares policy iteration (Lagoudakis, Parr & Littman 2002). The features are those of
    /// a value of moves, `removed-lines` among them.
    pub struct LeastSquaresPolicyIteration {
        /// γ: what a line is worth one move later (default here).
        pub discount: f64 = 0.9, Range::Share;
        /// The moves of the start policy that are sampled, game after game (default here).
        pub samples: u64 = 10_000, Range::Many(1);
        /// Which weights evaluate a policy: `fixed-point` (Lagoudakis, Parr & Littman 2002) or
        /// `bellman-residual`.
        pub projection: Projection = Projection::FixedPoint,
            Range::Words("fixed-point or bellman-residual");
        /// The weights of the start policy, by feature. None for delta-holes -4, delta-max-height
        /// -1, delta-height-differences -1, removed-lines 2 (Thiery & Scherrer 2010), as far as
        /// they are among the features.
        pub start: Option<Weights> = None, Range::Words("a table of weights by feature");
        /// The weights are the same as those of an earlier iteration if none differs by more
        /// (default here).
        pub tolerance: f64 = 1e-3, Range::Positive;
    }
}

parameters! {
    /// Least-squares λ-policy iteration (Thiery & Scherrer 2010). The features are those of a value
    /// of moves, `removed-lines` among them.
    pub struct LeastSquaresLambdaPolicyIteration {
        /// λ: from fitted iteration of the value (0) to least-squares policy iteration (1). Just
        /// below 1 does best in the long run (default here).
        pub lambda: f64 = 0.98, Range::Probability;
        /// γ: what a line is worth one move later (Thiery & Scherrer 2010).
        pub discount: f64 = 1.0, Range::Share;
        /// The moves of the start policy that are sampled, game after game (default here). With the
        /// 1,000 of Thiery & Scherrer (2010) some runs collapse.
        pub samples: u64 = 10_000, Range::Many(1);
        /// Which weights evaluate a policy: `fixed-point` or `bellman-residual`.
        pub projection: Projection = Projection::BellmanResidual,
            Range::Words("fixed-point or bellman-residual");
        /// The weights of the start policy, by feature. None for delta-holes -4, delta-max-height
        /// -1, delta-height-differences -1, removed-lines 2 (Thiery & Scherrer 2010), as far as
        /// they are among the features.
        pub start: Option<Weights> = None, Range::Words("a table of weights by feature");
        /// The weights are the same as those of an earlier iteration if none differs by more
        /// (default here).
        pub tolerance: f64 = 1e-3, Range::Positive;
    }
}

/// What the two methods have in common, by reference to their parameters.
pub(in crate::learners) struct Common<'a> {
    lambda: f64,
    discount: f64,
    samples: u64,
    projection: Projection,
    start: Option<&'a Weights>,
    tolerance: f64,
}

impl Common<'_> {
    fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
        setting.chances()?;
        probability("lambda", self.lambda)?;
        share("discount", self.discount)?;
        many("samples", self.samples, 1)?;
        positive("tolerance", self.tolerance)?;
        self.start(setting).map(|_| ())
    }

    fn start(&self, setting: &Setting) -> Result<Vec<f64>, Invalid> {
        setting.weights_or("start", self.start, &START)
    }
}

/// One of the two methods.
pub(in crate::learners) trait Kind: Parameters {
    fn common(&self) -> Common<'_>;
}

impl Kind for LeastSquaresPolicyIteration {
    fn common(&self) -> Common<'_> {
        Common {
            lambda: 1.0,
            discount: self.discount,
            samples: self.samples,
            projection: self.projection,
            start: self.start.as_ref(),
            tolerance: self.tolerance,
        }
    }
}

impl Kind for LeastSquaresLambdaPolicyIteration {
    fn common(&self) -> Common<'_> {
        Common {
            lambda: self.lambda,
            discount: self.discount,
            samples: self.samples,
            projection: self.projection,
            start: self.start.as_ref(),
            tolerance: self.tolerance,
        }
    }
}

impl Parameters for LeastSquaresPolicyIteration {
    const NAME: &'static str = "least-squares-policy-iteration";
    const SUMMARY: &'static str =
        "linear systems for the value of moves (Lagoudakis, Parr & Littman 2002)";
    type State = State<Self>;

    fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
        self.common().validate(setting)
    }

    fn start(self, setting: &Setting) -> State<Self> {
        State::new(self, setting)
    }
}

impl Parameters for LeastSquaresLambdaPolicyIteration {
    const NAME: &'static str = "least-squares-lambda-policy-iteration";
    const SUMMARY: &'static str =
        "linear systems for λ-returns of the value of moves (Thiery & Scherrer 2010)";
    type State = State<Self>;

    fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
        self.common().validate(setting)
    }

    fn start(self, setting: &Setting) -> State<Self> {
        State::new(self, setting)
    }
}

/// A unit of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Task {
    /// Play by these weights, and keep the moves.
    Sample {
        weights: Vec<f64>,
        seed: u64,
        count: u64,
    },
    /// Find what the greedy policy of these weights does after some samples.
    Follow {
        weights: Vec<f64>,
        samples: Vec<Sample>,
    },
}

/// The answer to a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Moves of the start policy.
    Samples(Vec<Sample>),
    /// What they and the moves that follow come to.
    Sums(Transitions),
}

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    row: Vec<i64>,
    lines: u32,
    /// The columns of the board after it; none if the game ended.
    after: Option<Vec<u32>>,
}

/// The samples of one task.
const SAMPLES_A_TASK: usize = 250;

/// The number of last iterations among which a cycle is looked for.
const REMEMBERED: usize = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::learners) struct State<P> {
    config: P,
    /// The weights of the last iterations, the oldest first; the last are the present ones.
    weights: Vec<Vec<f64>>,
    /// The samples, which every iteration plays again; none before it has.
    samples: Option<Vec<Sample>>,
    stop: Option<StopReason>,
}

impl<P> Method for State<P>
where
    P: Kind + Serialize + DeserializeOwned,
{
    type Parameters = P;
    type Task = Task;
    type Answer = Answer;

    fn ask(&self, setting: &Setting, _: u64) -> Vec<Task> {
        let Some(samples) = &self.samples else {
            let common = self.config.common();
            // The samples of every iteration are the same.
            return vec![Task::Sample {
                weights: common.start(setting).expect("it was validated"),
                seed: setting.seed_of(0),
                count: common.samples,
            }];
        };
        let task = |samples: &[Sample]| Task::Follow {
            weights: self.present().to_vec(),
            samples: samples.to_vec(),
        };
        samples.chunks(SAMPLES_A_TASK).map(task).collect()
    }

    fn perform(setting: &Setting, _: &P, task: &Task, tick: Tick) -> Option<Answer> {
        let values = setting.values();
        match task {
            Task::Sample {
                weights,
                seed,
                count,
            } => {
                let player = player(&setting.rules, setting.rating(weights));
                let mut samples = Vec::new();
                play_on(&player, *seed, *count, tick, |_, played| {
                    let mut row = vec![0; values.count()];
                    values.of_move(played, &mut row);
                    samples.push(Sample {
                        row,
                        lines: played.lines,
                        after: (!played.ends).then(|| played.after.columns().to_vec()),
                    });
                })?;
                Some(Answer::Samples(samples))
            }
            Task::Follow { weights, samples } => {
                let player = player(&setting.rules, setting.rating(weights));
                let mut sums = Transitions::new(values.count());
                for sample in samples {
                    let (next, moves) = following(setting, &player, &values, sample);
                    sums.add(&sample.row, &next, sample.lines);
                    if !tick(moves) {
                        return None;
                    }
                }
                Some(Answer::Sums(sums))
            }
        }
    }

    fn tell(&mut self, setting: &Setting, answers: Vec<Answer>) -> Round {
        let values = setting.values();
        let mut sums = Transitions::new(values.count());
        for answer in answers {
            match answer {
                Answer::Samples(samples) => self.samples = Some(samples),
                Answer::Sums(more) => sums.merge(&more),
            }
        }
        if sums.samples() == 0 {
            return Round::More;
        }
        self.samples = None;
        let (_, total) = setting.chances().expect("it was validated");
        Round::Done(self.evaluate(&sums, total, values.units()))
    }

    fn genes(&self) -> Vec<f64> {
        self.present().to_vec()
    }

    fn rating(setting: &Setting, _: &P, genes: &[f64]) -> Rating {
        setting.rating(genes)
    }

    fn stop(&self) -> Option<StopReason> {
        self.stop
    }
}

impl<P: Kind> State<P> {
    fn new(config: P, setting: &Setting) -> State<P> {
        let start = config.common().start(setting).expect("it was validated");
        State {
            config,
            weights: vec![start],
            samples: None,
            stop: None,
        }
    }

    fn present(&self) -> &[f64] {
        self.weights.last().expect("there are always some")
    }

    /// The weights that evaluate the policy of the present ones become the present ones.
    fn evaluate(&mut self, sums: &Transitions, total: u32, units: &[f64]) -> Log {
        let common = self.config.common();
        let ahead = Ahead {
            lambda: common.lambda,
            discount: common.discount,
            total: f64::from(total),
        };
        let solution = sums.solve(common.projection, ahead, self.present(), units);
        let residual = sums.residual(&solution.weights, ahead, units);
        let mut distances = self.weights.iter().rev().map(|earlier| {
            let pairs = earlier.iter().zip(&solution.weights);
            pairs
                .map(|(one, other)| (one - other).abs())
                .fold(0.0, f64::max)
        });
        let change = distances.next().expect("there are always some");
        let tolerance = common.tolerance;
        self.stop = if change <= tolerance {
            Some(StopReason::Converged)
        } else if distances.any(|distance| distance <= tolerance) {
            Some(StopReason::Cycles)
        } else {
            None
        };
        let mut log = Log::from(rank(&solution));
        if self.weights.len() == REMEMBERED {
            self.weights.remove(0);
        }
        self.weights.push(solution.weights);
        log.extend([
            ("condition".to_string(), solution.condition),
            ("residual".to_string(), residual),
            ("change".to_string(), change),
        ]);
        log
    }
}

/// The sums of the features of the moves that a policy makes after a sample, each as often as its
/// piece has weight, and the number of moves. Moves that end the game are worth nothing, and so are
/// their features here.
fn following(
    setting: &Setting,
    player: &Player,
    values: &Values,
    sample: &Sample,
) -> (Vec<i64>, u64) {
    let mut next = vec![0; values.count()];
    let Some(columns) = &sample.after else {
        return (next, 0);
    };
    let board = Board::from_columns(setting.rules.board, columns);
    let (chances, _) = setting.chances().expect("it was validated");
    let mut row = vec![0; values.count()];
    let mut moves = 0;
    for piece in Piece::ALL {
        let chance = i64::from(chances[piece as usize]);
        if chance == 0 {
            continue;
        }
        moves += 1;
        if let Some(played) = choice(player, &board, piece) {
            values.of_move(&played, &mut row);
            for (sum, value) in next.iter_mut().zip(&row) {
                *sum += chance * value;
            }
        }
    }
    (next, moves)
}

#[cfg(test)]
mod tests;
