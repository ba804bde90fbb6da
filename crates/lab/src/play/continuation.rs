//! Games that are continued from where they stand.

use tetrarium_engine::{Board, Position};

use super::contender::Contender;
use super::danger::Danger;
use super::shard::End;

/// A game to be continued from where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The stream that the pieces come from.
    pub number: u64,
    /// The board, and what was settled of the pieces when the stream began.
    pub position: Position,
    /// Pieces taken from the stream since then.
    pub placed: u64,
}

/// When a continued game is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// When `pieces` pieces of the stream are placed, or the game is lost before. If it restarts, a
    /// lost game goes on with an empty board.
    Placed {
        /// The pieces.
        pieces: u64,
        /// Whether it restarts.
        restarts: bool,
    },
    /// When the danger is at most `low` or at least `level`, or the game is lost. The danger is
    /// looked at after every move.
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
    /// The games as they stand.
    pub starts: &'a [Start],
    /// When each is stopped.
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
    /// Times it was lost since the start.
    pub deaths: u64,
    /// The board.
    pub board: Board,
    /// The most dangerous board since the start, if danger was looked at; not that of a lost game.
    pub highest: i32,
    /// Why it ended; none if it can go on.
    pub end: Option<End>,
}

impl Standing {
    /// A game that has not been continued.
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
