//! Why a tournament cannot be held.

use std::path::PathBuf;

use crate::training::error::RunError;
use crate::training::experiment::ExperimentError;

/// Why a tournament cannot be held.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// No experiment takes part.
    #[error("a tournament needs at least one experiment and one seed")]
    Empty,
    /// Two experiments of one name.
    #[error("two experiments are named `{0}`: give one of them another name")]
    SameName(String),
    /// Budgets that are not equal.
    #[error(
        "the experiments have different budgets of moves ({0}), so they cannot be compared: give one budget for all"
    )]
    Budgets(String),
    /// No budget of moves.
    #[error("no experiment has a budget of moves: give one for all")]
    NoBudget,
    /// An experiment without games to measure by.
    #[error(
        "`{0}` is measured by climbs alone, and a tournament plays games: give it a [[measurement]] with games"
    )]
    NoGames(String),
    /// An experiment that cannot be changed to take part.
    #[error("{name}: {error}")]
    Experiment {
        /// The experiment.
        name: String,
        /// What is wrong.
        error: ExperimentError,
    },
    /// A run of another experiment, or with another budget, in the folder of the tournament.
    #[error("{} is a run of another experiment, or with other moves: its line {line} is `{was}`, and would be `{is}`; hold the tournament in another folder", .path.display())]
    Other {
        /// The run's folder.
        path: PathBuf,
        /// The first line that differs.
        line: usize,
        /// That line in the run.
        was: String,
        /// That line in the experiment.
        is: String,
    },
    /// A run that cannot go on.
    #[error(transparent)]
    Run(#[from] RunError),
}
