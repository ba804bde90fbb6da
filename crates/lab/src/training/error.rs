//! Why a run cannot go on.

use std::io;
use std::path::{Path, PathBuf};

use tetrarium_engine::{PlayerError, RulesError};

use super::experiment::ExperimentError;
use crate::estimate::{EstimateError, METHOD};
use crate::optimisers::{Invalid, TellError};
use crate::play::PlayError;

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The disk does not do what it should.
    #[error("cannot {action} {}: {error}", .path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process works on the run.
    #[error("another process is working on the run {}: wait for it to end, or stop it", .0.display())]
    Locked(PathBuf),
    /// The folder is not the one that was locked.
    #[error("the folder {} was moved, deleted or replaced while a run worked in it: resume the run where its folder is now", .0.display())]
    Replaced(PathBuf),
    /// There is a run already.
    #[error("{} is there already: resume it, or choose another folder", .0.display())]
    Exists(PathBuf),
    /// No run there.
    #[error("{} is no run: it has no experiment.toml", .0.display())]
    NotARun(PathBuf),
    /// A run that cannot know where it stands.
    #[error("the run {} has no checkpoint.json any more, so it cannot go on: put that file back, or start a new run in another folder", .0.display())]
    NoCheckpoint(PathBuf),
    /// The folder was made by a later version.
    #[error("the run {} has schema {schema}, which is newer than this program's {newest}: use the program that made it", .path.display())]
    Newer {
        /// The folder.
        path: PathBuf,
        /// Its version.
        schema: u64,
        /// The newest version that this program reads.
        newest: u64,
    },
    /// The experiment is not the one that the run began with.
    #[error("{} was changed after the run began: line {line} was `{was}` and is `{is}`; put it back, or start a new run", .path.display())]
    Changed {
        /// The changed file.
        path: PathBuf,
        /// The first line that differs.
        line: usize,
        /// That line when the run began.
        was: String,
        /// That line now.
        is: String,
    },
    /// The run began when splitting was another.
    #[error("the run {} began with version {was} of splitting, and this program has version {METHOD}, which gives other estimates: go on with the program that began it, or start a new run", .path.display())]
    OtherSplitting {
        /// The folder.
        path: PathBuf,
        /// The version with which it began.
        was: u32,
    },
    /// A file of the run that cannot be made sense of.
    #[error("{} cannot be used: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The copy of the experiment cannot be used.
    #[error("{}: {error}", .path.display())]
    Experiment {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: ExperimentError,
    },
    /// The budget does not allow one generation.
    #[error("the budget ends within the first generation, so nothing was learnt: give it more")]
    NothingLearnt,
    /// The games were not played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A result whose games could not be estimated.
    #[error("the result cannot be measured by climbs: {0}")]
    Estimate(#[from] EstimateError),
    /// The optimiser's parameters cannot be.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The optimiser was told something else than it asked for.
    #[error(transparent)]
    Tell(#[from] TellError),
    /// The learner does not take the answers to its tasks.
    #[error(transparent)]
    Answers(#[from] tetrarium_learn::learners::TellError),
    /// A controller that cannot play.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// Rules that contradict themselves.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

impl RunError {
    pub(super) fn io(action: &'static str, path: &Path, error: io::Error) -> RunError {
        RunError::Io {
            action,
            path: path.to_path_buf(),
            error,
        }
    }
}
