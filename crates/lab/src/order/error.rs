//! Why orders are not carried out to their end.

use crate::estimate::EstimateError;
use crate::measure::PrecisionError;
use crate::play::{MOST_GAMES, MOST_SIDE_BY_SIDE, PlayError};

/// Why an order was not carried out to its end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OrderError {
    /// There is no agent to measure.
    #[error("there is no agent to measure")]
    NoContenders,
    /// The precision is out of range.
    #[error(transparent)]
    Precision(#[from] PrecisionError),
    /// There are not that many game numbers.
    #[error("game {first} plus {games} games is more than there are game numbers")]
    TooManyGames {
        /// The number of the first game.
        first: u64,
        /// The number of games asked for.
        games: u64,
    },
    /// More games than one order plays.
    #[error(
        "{0} games are too many for one measurement, which plays at most {MOST_GAMES} (about 100 bytes of memory each): measure parts of them, each from another first game, then merge"
    )]
    AboveMostGames(u64),
    /// More games side by side than are played towards a precision.
    #[error("{0} games side by side are too many: there can be at most {MOST_SIDE_BY_SIDE}")]
    AboveMostSideBySide(u64),
    /// A budget with less than one move for each game.
    #[error(
        "{games} games cannot share a budget of {moves} moves, less than one move each: ask for fewer games, or for a larger budget"
    )]
    LessThanAMove {
        /// The number of games asked for.
        games: u64,
        /// The number of moves.
        moves: u64,
    },
    /// Climbs were given a budget.
    #[error("climbs have no budget: their work is the number of climbs and repeats")]
    BudgetOfClimbs,
    /// The games were not played to their end. The answer holds those played until then.
    #[error(transparent)]
    Play(PlayError),
    /// There is no estimate.
    #[error("{agent}: {error}")]
    Estimate {
        /// The agent.
        agent: String,
        /// Why there is no estimate.
        error: EstimateError,
    },
}

impl From<PlayError> for OrderError {
    fn from(error: PlayError) -> OrderError {
        OrderError::Play(error)
    }
}
