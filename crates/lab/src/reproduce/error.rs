//! Why a reproduction cannot go on.

use std::io;
use std::path::PathBuf;

use tetrarium_engine::{PlayerError, RulesError};

use super::list::TABLES;
use crate::measure::PrecisionError;
use crate::play::PlayError;
use crate::solve::SolveError;
use crate::training::{ExperimentError, RunError, UnknownExperiment};

/// Why a reproduction cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReproduceError {
    /// No such table.
    #[error("there is no table `{0}`: there are {names}", names = TABLES.map(|(name, _)| name).join(", "))]
    NoTable(String),
    /// The disk does not do what it should.
    #[error("{} cannot be {action}: {error}", .path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// With which file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file that should hold the record of a result.
    #[error("{} is no record: {why}; delete it to measure it again", .path.display())]
    NoRecord {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A result whose rules contradict themselves.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A controller that cannot play by the rules of a result.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A precision that cannot be reached.
    #[error(transparent)]
    Precision(#[from] PrecisionError),
    /// The games were not played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A game that cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// An experiment that is not there: a fault of the list.
    #[error(transparent)]
    Unknown(#[from] UnknownExperiment),
    /// An experiment that cannot have a seed.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// A run that cannot go on.
    #[error(transparent)]
    Run(#[from] Box<RunError>),
}

impl From<RunError> for ReproduceError {
    fn from(error: RunError) -> ReproduceError {
        ReproduceError::Run(Box::new(error))
    }
}
