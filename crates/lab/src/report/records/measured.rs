//! The record of a measurement, as the page reads it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::heights::HeightCounts;
use crate::measurement::{Method, Score};
use crate::statistics::{GoodnessOfFit, Interval, Summary, Tally};

/// The record of a measurement: what [`Measurement`](crate::Measurement) writes, as far as a page shows it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct MeasurementRecord {
    /// The controller.
    pub controller: String,
    /// Its search.
    pub search: String,
    /// The rules in full.
    pub rules: BTreeMap<String, String>,
    /// The seed.
    pub seed: u64,
    /// The games.
    pub games: GamesRecord,
    /// What is averaged.
    pub score: Score,
    /// The mean score; none if no game was lost.
    pub mean: Option<f64>,
    /// The 95 % interval of the mean.
    pub interval: Interval,
    /// How the interval was computed.
    pub method: Method,
    /// The papers' interval.
    #[serde(default)]
    pub papers_interval: Option<Interval>,
    /// Scores in a few numbers.
    #[serde(default)]
    pub summary: Option<Summary>,
    /// The test of the geometric law.
    #[serde(default)]
    pub geometric_law: Option<GoodnessOfFit>,
    /// Whole-number sums.
    pub tally: Tally,
    /// The score of each game, where they were kept.
    #[serde(default)]
    pub scores: Option<Vec<u64>>,
    /// How high the pile stood, where it was counted.
    #[serde(default)]
    pub heights: Option<HeightCounts>,
}

/// Which games were played, and what became of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct GamesRecord {
    /// The number of the first.
    pub first: u64,
    /// How many were asked for.
    pub asked: u64,
    /// How many were played to their ends.
    pub finished: u64,
    /// How many were cut short.
    pub cut: u64,
    /// Whether somebody stopped the measurement.
    pub interrupted: bool,
}

impl MeasurementRecord {
    /// The number to rank by: the mean, or the lower bound where nothing was lost.
    pub fn standing(&self) -> f64 {
        self.mean.unwrap_or(self.interval.low)
    }

    /// Whether lines are averaged, and not points.
    pub fn of_lines(&self) -> bool {
        matches!(self.score, Score::Lines { .. })
    }
}
