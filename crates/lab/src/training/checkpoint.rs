//! Where a run stands, as it is saved after every generation.

use serde::{Deserialize, Serialize};

use super::error::RunError;
use super::experiment::Experiment;
use super::folder::{CHECKPOINT, Folder};
use crate::optimisers::{Optimiser, StopReason};

/// The version of run folders that this program reads and writes.
pub(super) const SCHEMA: u64 = 1;

/// What a run has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// Generations told.
    pub generations: u64,
    /// Candidates played, those that are only for the log included.
    pub evaluations: u64,
    /// Games of candidates.
    pub games: u64,
    /// Moves in them.
    pub moves: u64,
}

/// Why training ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Why {
    /// The generations of the budget are done.
    Generations,
    /// The candidates of the budget have been played.
    Evaluations,
    /// Another generation would go beyond the moves of the budget.
    Moves,
    /// The time of the budget is over: the result depends on the clock.
    Seconds,
    /// The optimiser sees no reason to go on.
    Optimiser(StopReason),
}

impl std::fmt::Display for Why {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Why::Generations => write!(formatter, "all generations are done"),
            Why::Evaluations => write!(formatter, "all evaluations are done"),
            Why::Moves => write!(formatter, "the moves are spent"),
            Why::Seconds => write!(formatter, "the time is up"),
            Why::Optimiser(reason) => write!(formatter, "{reason}"),
        }
    }
}

/// How many bytes of each log belong to the run; what follows them was written after the
/// checkpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bytes {
    pub generations: u64,
    pub candidates: u64,
    pub measurements: u64,
}

/// Where a run stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checkpoint {
    pub schema: u64,
    /// The experiment's text, so that a change of the copy is noticed.
    pub experiment: String,
    pub totals: Totals,
    /// Why training ended; none while it goes on.
    pub ended: Option<Why>,
    /// How many measurements are done.
    pub measured: u64,
    /// Whether nothing is left to do.
    pub finished: bool,
    pub bytes: Bytes,
    pub optimiser: Optimiser,
}

#[derive(Deserialize)]
struct OnlySchema {
    schema: u64,
}

impl Checkpoint {
    /// That of a run which has not begun.
    pub(super) fn new(experiment: &Experiment) -> Result<Checkpoint, RunError> {
        Ok(Checkpoint {
            schema: SCHEMA,
            experiment: experiment.text().to_string(),
            totals: Totals::default(),
            ended: None,
            measured: 0,
            finished: false,
            bytes: Bytes::default(),
            optimiser: experiment.new_optimiser()?,
        })
    }

    /// Reads a checkpoint's text.
    pub(super) fn read(folder: &std::path::Path, text: &str) -> Result<Checkpoint, RunError> {
        let damaged = |error: serde_json::Error| RunError::Damaged {
            path: folder.join(CHECKPOINT),
            what: error.to_string(),
        };
        let OnlySchema { schema } = serde_json::from_str(text).map_err(damaged)?;
        if schema > SCHEMA {
            return Err(RunError::Newer {
                path: folder.to_path_buf(),
                schema,
                newest: SCHEMA,
            });
        }
        serde_json::from_str(text).map_err(damaged)
    }

    /// Saves it in place of the last one.
    pub(super) fn save(&self, folder: &Folder) -> Result<(), RunError> {
        let text = serde_json::to_string(self).map_err(|error| RunError::Damaged {
            path: folder.file(CHECKPOINT),
            what: error.to_string(),
        })?;
        folder.replace(CHECKPOINT, &text)
    }
}
