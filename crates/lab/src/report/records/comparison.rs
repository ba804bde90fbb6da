//! The record of a comparison, as the page reads it.

use serde::Deserialize;

use crate::statistics::Comparison;

/// What `compare` found: controllers, the best first, and all pairs of them. Their measurements are records of their own.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ComparisonRecord {
    /// The controllers.
    pub rows: Vec<ComparedRecord>,
    /// The pairs, the better of the two first.
    pub pairs: Vec<PairRecord>,
}

/// A controller that was compared.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ComparedRecord {
    /// Its name.
    pub controller: String,
    /// Its search.
    pub search: String,
}

/// Two controllers side by side.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PairRecord {
    /// The row of the one with the greater mean.
    pub better: usize,
    /// The row of the other.
    pub worse: usize,
    /// Ratio of the means, its interval, and the probability that the order is right.
    pub comparison: Comparison,
    /// Whether the interval of the ratio leaves out 1.
    pub told_apart: bool,
    /// If not: how many games each would have to play so that it does.
    #[serde(default)]
    pub games_needed: Option<u64>,
}
