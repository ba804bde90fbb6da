//! Why a game has no exact value here.

use tetrarium_engine::{AgentError, Size, Source};

use super::file::FileError;
use super::grid::MAX_CELLS;

/// Why a game has no exact value here.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The board has too many cells.
    #[error(
        "a board of {0} is too large to solve: boards of up to {MAX_CELLS} cells can be, for \
         example 5x5, 6x5 or 4x8"
    )]
    TooLarge(Size),
    /// The game is not the simplified one.
    #[error("only the simplified game can be solved: in the original game a piece may be blocked")]
    Game,
    /// The pieces depend on those before.
    #[error(
        "`{0}` pieces cannot be solved: the value of a board needs pieces that do not depend on \
         those before (uniform, weighted or only)"
    )]
    Pieces(Source),
    /// The discount is out of range.
    #[error("a discount is above 0 and at most 1, and {0} is not")]
    Discount(f64),
    /// The value is infinite.
    #[error(
        "the value is infinite: {player} can play {pieces} pieces on {size} for ever; give a \
         discount below 1"
    )]
    Endless {
        /// What plays for ever.
        player: String,
        /// The source of the pieces.
        pieces: Source,
        /// The board.
        size: Size,
    },
    /// The memory does not suffice.
    #[error(
        "{boards} boards of {size} need {needed} of memory, and {there} are there: a smaller board \
         needs less"
    )]
    Memory {
        /// The boards.
        boards: String,
        /// The size of a board.
        size: Size,
        /// The memory they need.
        needed: String,
        /// The memory there is.
        there: String,
    },
    /// The agent's choice is no function of what it sees.
    #[error(
        "the agent {0} has no exact mean: its choice depends on more than what it sees (it does \
         not declare that it is stateless)"
    )]
    Stateful(String),
    /// The agent failed.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The file of values cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The work was stopped.
    #[error("interrupted")]
    Interrupted,
}
