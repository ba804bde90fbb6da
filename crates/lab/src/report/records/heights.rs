//! The record of pile heights, as the page reads it.

use std::collections::BTreeMap;

use serde::Deserialize;

/// How many moves left the highest column at each height, from 0 on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct HeightCounts {
    /// Number of moves for each height.
    pub counts: Vec<u64>,
}

impl HeightCounts {
    /// The number of moves.
    pub fn moves(&self) -> u64 {
        self.counts.iter().fold(0, |sum, &n| sum.saturating_add(n))
    }

    /// The mean height; none without moves.
    pub fn mean(&self) -> Option<f64> {
        let moves = self.moves();
        let sum: f64 = (0..)
            .zip(&self.counts)
            .map(|(height, &n)| f64::from(height) * n as f64)
            .sum();
        (moves > 0).then(|| sum / moves as f64)
    }
}

/// The heights of a controller's piles, as a record of their own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct HeightsRecord {
    /// The controller.
    pub controller: String,
    /// Its search.
    #[serde(default)]
    pub search: String,
    /// The rules in full.
    pub rules: BTreeMap<String, String>,
    /// The heights.
    pub heights: HeightCounts,
}
