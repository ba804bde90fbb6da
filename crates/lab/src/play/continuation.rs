//! Games that are continued from a given position.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Board, Danger, Position};

use super::contender::Contender;
use super::shard::End;

/// The position from which a game is to be continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The number of the stream that the pieces come from.
    pub number: u64,
    /// The board, and the coming pieces that were already drawn when the stream began.
    pub position: Position,
    /// Pieces taken from the stream since then.
    pub placed: u64,
}

/// When a continued game is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// When `pieces` pieces of the stream are placed, or the game is lost before that.
    Placed {
        /// The number of pieces, counted from the beginning of the stream.
        pieces: u64,
        /// Whether a lost game goes on with an empty board.
        restarts: bool,
    },
    /// When the danger is at most `low` or at least `level`, or the game is lost. The danger is
    /// computed after every move.
    Danger {
        /// The measure of danger.
        danger: Danger,
        /// The danger of a low pile.
        low: i32,
        /// The danger to climb to.
        level: i32,
    },
}

/// Games of one contender to be continued.
#[derive(Clone, Copy, Debug)]
pub struct Continuation<'a> {
    /// The agent that plays, and its rules.
    pub contender: Contender<'a>,
    /// The seed of the streams.
    pub seed: u64,
    /// Where the games begin.
    pub starts: &'a [Start],
    /// When each game is stopped.
    pub until: Until,
}

/// How far a game has come since its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Rows removed since the start.
    pub lines: u64,
    /// Pieces placed since the start.
    pub pieces: u64,
    /// Points since the start.
    pub reward: u64,
    /// Times the game was lost since the start.
    pub deaths: u64,
    /// The board. That of a lost game can be the one before the last move.
    pub board: Board,
    /// The highest danger since the start, without that of a lost game's last board; `i32::MIN` if
    /// the game does not stop by its danger.
    pub highest: i32,
    /// Why the game ended; none if it can go on.
    pub end: Option<End>,
}

impl Standing {
    /// The standing of a game that has made no move since its start.
    pub fn at(start: &Start) -> Standing {
        Standing {
            lines: 0,
            pieces: 0,
            reward: 0,
            deaths: 0,
            board: start.position.board,
            highest: i32::MIN,
            end: None,
        }
    }
}
