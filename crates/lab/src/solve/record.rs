//! Exact means and bounds as records.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::basis::Basis;
use super::distribution::{Distribution, distribution};
use super::ground::Ground;
use super::optimum::Optimum;
use super::policy::Policy;
use super::solver::Bounds;
use super::sweep::Moves;
use crate::play::Contender;
use crate::records::{Identity, Made};
use crate::settings;
use crate::statistics::{Interval, Level, student_interval};

/// The schema version of these records.
const SCHEMA: u32 = 1;

/// The `kind` of these records.
const KIND: &str = "exact-mean";

/// The `kind` of a bound by a linear program.
const CERTIFIED: &str = "certified-bound";

/// The `kind` of a bound by known sequences of pieces.
const RELAXED: &str = "relaxation-bound";

/// The name of the best player in a record.
const BEST: &str = "optimum";

/// An exact mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exact {
    /// The schema version of this record.
    pub schema: u32,
    /// The kind of this record.
    pub kind: String,
    /// The name of the controller or agent; `optimum` for the best that any player can do.
    pub controller: String,
    /// Its search; `optimum` for the best player.
    pub search: String,
    /// The agent itself, with its fingerprint; none for the best player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<Identity>,
    /// The rules in full.
    pub rules: BTreeMap<String, String>,
    /// The discount of later lines; 1 for none.
    pub discount: f64,
    /// The boards whose values were computed. Of two that are each other's mirror image only one is
    /// counted where their values are the same.
    pub boards: u64,
    /// The sweeps made.
    pub sweeps: u64,
    /// The mean lines of a game.
    pub mean: f64,
    /// Bounds of the mean.
    pub bounds: Bounds,
    /// The whole distribution of the lines, if it was computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Distribution>,
    /// The program that made this record, which is no part of what it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
}

impl Optimum {
    /// The value of the game as a record.
    pub fn record(&self) -> Exact {
        Exact {
            schema: SCHEMA,
            kind: KIND.to_string(),
            controller: BEST.to_string(),
            search: BEST.to_string(),
            identity: None,
            rules: settings::of(&self.problem.rules),
            discount: self.problem.discount,
            boards: self.boards.len() as u64,
            sweeps: self.sweeps,
            mean: self.mean,
            bounds: self.bounds,
            distribution: None,
            made: None,
        }
    }

    /// The distribution of the lines of the best player's game.
    pub fn distribution(&self) -> Distribution {
        distribution(&self.problem, &self.boards, Moves::Single(&self.chosen))
    }
}

impl Policy {
    /// The mean as a record.
    pub fn record(&self, contender: Contender) -> Exact {
        Exact {
            schema: SCHEMA,
            kind: KIND.to_string(),
            controller: contender.name().to_string(),
            search: contender.search(),
            identity: Some(Identity::of(contender)),
            rules: settings::of(&self.problem.rules),
            discount: self.problem.discount,
            boards: self.boards.len() as u64,
            sweeps: self.sweeps,
            mean: self.mean,
            bounds: self.bounds,
            distribution: None,
            made: None,
        }
    }

    /// The distribution of the lines of the player's game.
    pub fn distribution(&self) -> Distribution {
        distribution(&self.problem, &self.boards, self.moves())
    }
}

/// An upper bound of the best play by a sum of weight × function of the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certified {
    /// The schema version of this record.
    pub schema: u32,
    /// The kind of this record.
    pub kind: String,
    /// The functions, as they were named.
    pub functions: String,
    /// The rules in full.
    pub rules: BTreeMap<String, String>,
    /// The discount of later lines; 1 for none.
    pub discount: f64,
    /// The mean lines of the best play.
    pub optimum: f64,
    /// The mean lines of the best play are at most this; none if no sum was found that is nowhere
    /// below its own backup.
    pub bound: Option<f64>,
    /// The boards that were looked at: all that can occur, mirror images apart.
    pub boards: u64,
    /// The rows of the linear program.
    pub rows: u64,
    /// How often it was solved.
    pub rounds: u64,
    /// How many of the functions are independent; the others are sums of these.
    pub rank: u64,
    /// The weights, in the order of the functions; none without a bound.
    pub weights: Vec<f64>,
    /// The program that made this record, which is no part of what it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
}

impl Certified {
    pub(super) fn new(
        ground: &Ground,
        basis: &Basis,
        bound: Option<f64>,
        [rows, rounds, rank]: [u64; 3],
        weights: Vec<f64>,
    ) -> Certified {
        Certified {
            schema: SCHEMA,
            kind: CERTIFIED.to_string(),
            functions: basis.to_string(),
            rules: settings::of(&ground.problem.rules),
            discount: ground.problem.discount,
            optimum: ground.mean,
            bound,
            boards: ground.boards.len() as u64,
            rows,
            rounds,
            rank,
            weights,
            made: None,
        }
    }
}

/// An upper bound of the best play by players that know all pieces, as an estimate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relaxed {
    /// The schema version of this record.
    pub schema: u32,
    /// The kind of this record.
    pub kind: String,
    /// The value whose penalty a player pays for knowing the pieces.
    pub penalty: String,
    /// The rules in full.
    pub rules: BTreeMap<String, String>,
    /// The discount of later lines; 1 for none.
    pub discount: f64,
    /// The mean lines of the best play.
    pub optimum: f64,
    /// The estimated bound: the mean over the sequences.
    pub bound: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// The standard deviation over the sequences.
    pub sd: f64,
    /// The sequences of pieces.
    pub sequences: u64,
    /// Their mean length: the pieces after which every play is lost.
    pub pieces: f64,
    /// The seed of the sequences.
    pub seed: u64,
    /// The program that made this record, which is no part of what it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
}

impl Relaxed {
    /// The record of the best that players which know the pieces do on each sequence, and of the
    /// lengths of the sequences.
    pub(super) fn new(
        ground: &Ground,
        penalty: String,
        best: &[f64],
        lengths: &[u64],
        seed: u64,
    ) -> Relaxed {
        let (mean, sd) = mean_and_sd(best);
        let count = best.len() as u64;
        Relaxed {
            schema: SCHEMA,
            kind: RELAXED.to_string(),
            penalty,
            rules: settings::of(&ground.problem.rules),
            discount: ground.problem.discount,
            optimum: ground.mean,
            bound: mean,
            interval: student_interval(count, mean, sd, Level::P95),
            sd,
            sequences: count,
            pieces: lengths.iter().sum::<u64>() as f64 / count as f64,
            seed,
            made: None,
        }
    }
}

/// The mean of numbers, and their standard deviation.
fn mean_and_sd(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let squares: f64 = numbers.iter().map(|x| (x - mean) * (x - mean)).sum();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt())
}
