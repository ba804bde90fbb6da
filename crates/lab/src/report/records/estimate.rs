//! The record of an estimate by splitting, as the page reads it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::heights::HeightCounts;
use crate::statistics::Interval;

/// What `estimate` found: the mean of a controller too good to be played to the end.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct EstimateRecord {
    /// The controller.
    pub controller: String,
    /// Its search.
    pub search: String,
    /// The rules in full.
    pub rules: BTreeMap<String, String>,
    /// The seed.
    pub seed: u64,
    /// Whether somebody stopped it.
    #[serde(default)]
    pub interrupted: bool,
    /// The danger up to which a board is low.
    #[serde(default)]
    pub low: Option<i32>,
    /// The levels, from the lowest; the last is the end of the game.
    #[serde(default)]
    pub levels: Vec<LevelRecord>,
    /// The mean lines; none if no climb reached the end.
    pub mean: Option<f64>,
    /// The 95 % interval of the mean.
    pub interval: Interval,
    /// Lines of a cycle.
    #[serde(default)]
    pub lines_per_cycle: Option<f64>,
    /// The probability that a game is lost within a cycle.
    #[serde(default)]
    pub lost_per_cycle: Option<f64>,
    /// The repeats.
    #[serde(default)]
    pub repeats: Vec<RepeatRecord>,
    /// Moves made.
    #[serde(default)]
    pub moves: Option<u64>,
    /// How high the pile stood in the long runs.
    #[serde(default)]
    pub heights: Option<HeightCounts>,
    /// The extrapolation of the distribution of heights, known to be biased.
    #[serde(default)]
    pub extrapolation: Option<ExtrapolationRecord>,
}

/// A level of splitting.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct LevelRecord {
    /// The danger of the level; none for the end of the game.
    pub danger: Option<i32>,
    /// The share of climbs from one level below that reached it.
    pub share: f64,
}

/// A repeat of an estimate.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct RepeatRecord {
    /// Lines of its long run.
    pub lines: u64,
    /// Games lost that its long run can expect.
    pub lost: f64,
}

/// A mean by extrapolation of the distribution of heights (Fahey 2003; Thiery & Scherrer 2009).
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ExtrapolationRecord {
    /// The lowest height of the fit.
    pub from: usize,
    /// The highest.
    pub to: usize,
    /// By what factor the frequency falls with each row.
    pub factor: f64,
    /// The frequency that the line has at the height above the top row.
    pub frequency_above: f64,
    /// The mean lines.
    pub lines: f64,
}
