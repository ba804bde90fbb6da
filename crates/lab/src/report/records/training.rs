//! The lines of a run's and a tournament's logs, as the page reads them.

use serde::Deserialize;

use crate::statistics::Interval;

/// A generation of a run: a line of its `generations.jsonl`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct GenerationRecord {
    /// Its number, from 0.
    pub generation: u64,
    /// The stage of the curriculum, from 0.
    #[serde(default)]
    pub stage: u64,
    /// The board it played on.
    #[serde(default)]
    pub board: String,
    /// Moves of all generations so far.
    pub total_moves: u64,
    /// The fitness of its candidates.
    pub fitness: SpreadRecord,
    /// The fitness of the distribution's mean, where it is played for the log.
    #[serde(default)]
    pub mean_candidate: Option<f64>,
}

/// How the numbers of a generation are spread.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct SpreadRecord {
    /// The least.
    pub worst: f64,
    /// A quarter of the way up.
    pub lower_quartile: f64,
    /// The one in the middle.
    pub median: f64,
    /// Three quarters of the way up.
    pub upper_quartile: f64,
    /// The greatest.
    pub best: f64,
    /// The mean.
    pub mean: f64,
}

/// What became of one experiment of a tournament: a line of its `table.jsonl`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct EntrantRecord {
    /// The experiment's name.
    pub experiment: String,
    /// The optimiser's name.
    pub optimiser: String,
    /// The board results were measured on.
    pub board: String,
    /// How many seeds came to a result.
    pub seeds: u64,
    /// The moves of every run.
    pub moves: u64,
    /// The mean lines of the results over the seeds.
    pub lines: Option<SpreadRecord>,
    /// Their geometric mean.
    pub geometric_mean: Option<f64>,
    /// Its 95 % interval.
    pub interval: Interval,
    /// How the results grew.
    pub curve: Vec<CurveRecord>,
}

/// A place of a learning curve.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct CurveRecord {
    /// After so many moves.
    pub moves: u64,
    /// The mean lines over the seeds.
    pub lines: Option<SpreadRecord>,
}
