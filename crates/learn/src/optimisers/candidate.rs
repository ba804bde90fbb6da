//! What an optimiser is asked for and told: candidates and their games.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::fitness::{GameCount, Sums};

/// One candidate: a genome to play games with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// Its number, by which its games are told.
    pub id: u64,
    /// Its genes, laid out as its [`Space`](super::Space) says.
    pub genes: Vec<f64>,
    /// Which features are on; empty where features cannot be switched off.
    pub enabled: Vec<bool>,
    /// How many games of this genome have been told before and will be pooled with the new ones.
    /// Where there are some, no new ones need to be told (and none should be that were played
    /// with the same seed).
    pub seen: u64,
    /// True for a candidate (the mean of a distribution) that is played for the log only: nothing
    /// is learnt from its games.
    pub probe: bool,
}

/// The games of a candidate, one by one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The candidate's number.
    pub id: u64,
    /// Its games.
    pub games: Vec<GameCount>,
}

/// A genome with the games it has had.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Best {
    /// The number of the candidate that first had this genome.
    pub id: u64,
    /// Its genes.
    pub genes: Vec<f64>,
    /// Which features are on; empty where features cannot be switched off.
    pub enabled: Vec<bool>,
    /// Its games.
    pub sums: Sums,
    /// Their fitness.
    pub fitness: f64,
}

/// Where a search stands, for the log.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distribution {
    /// The mean of each gene: of the distribution that is drawn from, or of the last population.
    pub mean: Vec<f64>,
    /// The standard deviation of each gene.
    pub sd: Vec<f64>,
    /// The share of the last population in which each feature is on; empty where features cannot
    /// be switched off.
    pub enabled: Vec<f64>,
    /// What else the method is steered by, such as the step size of CMA-ES.
    pub scalars: BTreeMap<String, f64>,
}

/// A reason not to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum StopReason {
    /// The distribution has become a point.
    Converged,
    /// The covariance matrix has a condition number above 10^14.
    IllConditioned,
}

impl fmt::Display for StopReason {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            StopReason::Converged => "the distribution has become a point",
            StopReason::IllConditioned => "the covariance matrix has a condition number above 1e14",
        })
    }
}

/// Why outcomes were not accepted. The optimiser is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TellError {
    /// Nothing was asked for.
    #[error("outcomes were told before candidates were asked for")]
    NothingAsked,
    /// An outcome of a candidate that was not asked for.
    #[error("candidate {0} was told but is not among those asked for")]
    Unknown(u64),
    /// Two outcomes of one candidate.
    #[error("candidate {0} was told twice")]
    Twice(u64),
    /// A candidate without an outcome.
    #[error("candidate {0} was asked for but not told")]
    Missing(u64),
    /// An outcome without games, of a genome not seen before.
    #[error("candidate {0} was told with no games; it needs at least one")]
    NoGames(u64),
}
