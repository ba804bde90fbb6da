//! Where a run stands, as it is saved from time to time.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tetrarium_engine::Fingerprint;

use super::error::RunError;
use super::experiment::{ControllerFiles, Experiment};
use super::folder::{CHECKPOINT, Folder, read};
use super::log::GenerationLine;
use super::trainer::Trainer;
use super::why::Why;
use super::written::{NOT_AS_WRITTEN, Written, sha256};
use crate::estimate::METHOD;
use crate::optimisers::Optimiser;
use tetrarium_learn::learners::Learner;

/// The version of run folders that this program reads and writes.
pub(super) const SCHEMA: u64 = 2;

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

impl Totals {
    /// Those of the generations of a log.
    pub(super) fn of(lines: &[GenerationLine]) -> Totals {
        Totals {
            generations: lines.len() as u64,
            evaluations: lines.iter().map(|line| line.candidates).sum(),
            games: lines.iter().map(|line| line.games).sum(),
            moves: lines.last().map_or(0, |line| line.total_moves),
        }
    }
}

/// What the logs of a run hold; what follows it in a file was written after the checkpoint.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Logs {
    pub generations: Written,
    pub candidates: Written,
    pub measurements: Written,
}

/// Where a run stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checkpoint {
    /// The experiment's text, so that a change of the copy is noticed.
    pub experiment: String,
    /// The experiment's fingerprint; none for a run that began with a folder of schema 1.
    pub fingerprint: Option<Fingerprint>,
    /// The version of splitting by which candidates or the result are estimated, where they are.
    /// None for a run that began when there was only the first version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub splitting: Option<u32>,
    /// The controller files that the experiment names by path.
    pub controllers: ControllerFiles,
    pub totals: Totals,
    /// Why training ended; none while it goes on.
    pub ended: Option<Why>,
    /// The SHA-256 of the resulting controller's file, once there is one.
    pub result: Option<String>,
    /// The SHA-256 of the file of the best of the last iterations, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// How many measurements are done.
    pub measured: u64,
    /// Whether nothing is left to do.
    pub finished: bool,
    pub logs: Logs,
    /// The optimiser, where one trains. While a run works, its trainer is not in here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optimiser: Option<Box<Optimiser>>,
    /// The learner, where one trains or what it has learnt is polished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    learner: Option<Box<Learner>>,
}

#[derive(Deserialize)]
struct OnlySchema {
    schema: u64,
}

/// What stands before the hash of the state, and between the two.
const HEAD: (&str, &str) = ("{\"schema\":2,\"sha256\":\"", "\",\"state\":");
/// What stands behind the state.
const TAIL: &str = "}\n";

impl Checkpoint {
    /// That of a run which has not begun.
    pub(super) fn new(experiment: &Experiment) -> Checkpoint {
        Checkpoint {
            experiment: experiment.text().to_string(),
            fingerprint: Some(experiment.fingerprint()),
            splitting: experiment.uses_climbs().then_some(METHOD),
            controllers: experiment.controller_files().clone(),
            totals: Totals::default(),
            ended: None,
            result: None,
            best: None,
            measured: 0,
            finished: false,
            logs: Logs::default(),
            optimiser: None,
            learner: None,
        }
    }

    /// Reads the checkpoint of a folder, and the trainer as it was.
    pub(super) fn read(folder: &Path) -> Result<(Checkpoint, Trainer), RunError> {
        let Some(text) = read(folder, CHECKPOINT)? else {
            return Err(RunError::NoCheckpoint(folder.to_path_buf()));
        };
        let damaged = |what: String| RunError::Damaged {
            path: folder.join(CHECKPOINT),
            what,
        };
        let garbled = |error: serde_json::Error| damaged(error.to_string());
        let OnlySchema { schema } = serde_json::from_str(&text).map_err(garbled)?;
        let mut checkpoint: Checkpoint = match schema {
            1 => serde_json::from_str::<First>(&text)
                .map(Checkpoint::from)
                .map_err(garbled)?,
            SCHEMA => {
                let state = state(&text).ok_or_else(|| damaged(NOT_AS_WRITTEN.to_string()))?;
                serde_json::from_str(state).map_err(garbled)?
            }
            _ => {
                return Err(RunError::Newer {
                    path: folder.to_path_buf(),
                    schema,
                    newest: SCHEMA,
                });
            }
        };
        let trainer = match (checkpoint.optimiser.take(), checkpoint.learner.take()) {
            (Some(optimiser), None) => Trainer::Optimiser(optimiser),
            (None, Some(learner)) => Trainer::Learner(learner),
            (Some(optimiser), Some(learner)) => Trainer::Polish { learner, optimiser },
            (None, None) => {
                let what = "it has neither an optimiser nor a learner";
                return Err(damaged(what.to_string()));
            }
        };
        Ok((checkpoint, trainer))
    }

    /// Saves it, with the trainer as it is, in place of the last one.
    pub(super) fn save(&self, folder: &Folder, trainer: &Trainer) -> Result<(), RunError> {
        let mut whole = self.clone();
        match trainer.clone() {
            Trainer::Optimiser(optimiser) => whole.optimiser = Some(optimiser),
            Trainer::Learner(learner) => whole.learner = Some(learner),
            Trainer::Polish { learner, optimiser } => {
                (whole.optimiser, whole.learner) = (Some(optimiser), Some(learner));
            }
        }
        let state = serde_json::to_string(&whole).map_err(|error| RunError::Damaged {
            path: folder.file(CHECKPOINT),
            what: error.to_string(),
        })?;
        let hash = sha256(state.as_bytes());
        let text = format!("{}{hash}{}{state}{TAIL}", HEAD.0, HEAD.1);
        folder.replace(CHECKPOINT, &text)
    }
}

/// The state in a checkpoint's text, if it is as it was written.
fn state(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(HEAD.0)?.strip_suffix(TAIL)?;
    let (hash, state) = rest.split_once(HEAD.1)?;
    (sha256(state.as_bytes()) == hash).then_some(state)
}

/// A checkpoint of schema 1.
#[derive(Deserialize)]
struct First {
    experiment: String,
    totals: Totals,
    ended: Option<Why>,
    measured: u64,
    finished: bool,
    bytes: Bytes,
    optimiser: Optimiser,
}

/// The lengths of the logs.
#[derive(Deserialize)]
struct Bytes {
    generations: u64,
    candidates: u64,
    measurements: u64,
}

impl From<First> for Checkpoint {
    fn from(first: First) -> Checkpoint {
        Checkpoint {
            experiment: first.experiment,
            fingerprint: None,
            splitting: None,
            controllers: ControllerFiles::new(),
            totals: first.totals,
            ended: first.ended,
            result: None,
            best: None,
            measured: first.measured,
            finished: first.finished,
            logs: Logs {
                generations: Written::unhashed(first.bytes.generations),
                candidates: Written::unhashed(first.bytes.candidates),
                measurements: Written::unhashed(first.bytes.measurements),
            },
            optimiser: Some(Box::new(first.optimiser)),
            learner: None,
        }
    }
}
