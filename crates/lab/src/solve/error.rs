//! Why a game has no exact value here.

use std::path::PathBuf;

use tetrarium_engine::{AgentError, Size, Source};

/// The most cells of a board. Boards are looked up in a set of bits of all numbers of this length.
pub const MAX_CELLS: usize = 36;

/// The most weights of a bound. A step of the linear program takes time with their third power.
pub const MAX_WEIGHTS: usize = 400;

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
    /// A bound is for players that see one piece.
    #[error("bounds are for players that see one piece: leave --visible 2 out")]
    Sight,
    /// A price is that of a player that sees one piece.
    #[error(
        "{0} sees two pieces, and the price of knowing all pieces (--relaxation) is computed from \
         players that see one: leave {0} or --relaxation out"
    )]
    PlayerSight(String),
    /// A player that knows all pieces plays too long.
    #[error(
        "a player that knows all pieces is not lost on {0} after {1} of them: give a smaller \
         board, or a discount below 1"
    )]
    Long(Size, u64),
    /// Too many weights.
    #[error("a value of {0} weights is too large: at most {MAX_WEIGHTS} can be found")]
    Weights(usize),
    /// A window is larger than the board.
    #[error("a window of {0} does not fit a board of {1}")]
    Window(String, Size),
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

/// Why values could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read.
    #[error("cannot read {0}: {1}")]
    Read(PathBuf, String),
    /// The file is no file of values.
    #[error("{0} is no file of values: `tetrarium solve --out FILE` writes one")]
    Other(PathBuf),
    /// The file is damaged.
    #[error("{0} is damaged: {1}; solve the board again")]
    Damaged(PathBuf, String),
    /// The values of the file are not finished.
    #[error("the values in {0} are not finished: give the same `tetrarium solve` command again")]
    Unfinished(PathBuf),
    /// The file holds the values of another game.
    #[error("{0} holds the values of another game ({1}): write these values to another file")]
    Different(PathBuf, String),
    /// The file cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(PathBuf, String),
}
