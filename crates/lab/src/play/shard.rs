//! The shard, the unit of work: a range of games of one contender under one seed.
//!
//! A shard is pure: it gives the same records on any backend and any number of threads, and the
//! records come back in game order.

use serde::{Deserialize, Serialize};

/// The most games that one order plays of a contender. Every game played keeps its record, about a
/// hundred bytes while games are put in order. More are measured in parts, which merge.
pub const MOST_GAMES: u64 = 100_000_000;

/// The most games that are played side by side towards a precision.
pub const MOST_SIDE_BY_SIDE: u64 = 1 << 24;

/// The games to play, and how long each may last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The seed.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// The number of games.
    pub games: u64,
    /// How long each game may last.
    pub length: Length,
}

/// How long a game may last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Length {
    /// Until it is lost.
    Whole,
    /// Until it is lost or this many pieces are placed.
    AtMost(u64),
    /// Exactly this many placements; a lost game goes on with an empty board (the 2008 RL
    /// Competition).
    Restarting(u64),
}

/// The result of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Rows removed.
    pub lines: u64,
    /// Pieces placed.
    pub pieces: u64,
    /// Points by the rules' reward table.
    pub reward: u64,
    /// Times the game was lost: 0 or 1, and more only where lost games restart.
    pub deaths: u64,
    /// Why the game ended.
    pub end: End,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The game was lost.
    Lost,
    /// The game reached the limit of pieces, or the end of the piece sequence.
    Cut,
    /// The watch ended playing.
    Interrupted,
}
