//! Playing games in parallel.
//!
//! The unit of work is a range of games of one player under one seed. It is pure: the same range gives the same records whatever the
//! number of threads, and records come back in game order.

use serde::Serialize;

/// Which games to play, and how long each may last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The seed.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many games.
    pub games: u64,
    /// When a game ends for another reason than being lost.
    pub length: Length,
}

/// How long a game may last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Until it is lost.
    Whole,
    /// Until it is lost or this many pieces are placed.
    AtMost(u64),
    /// Exactly this many placements; a lost game goes on with an empty board (the 2008 RL Competition).
    Restarting(u64),
}

/// What came of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// Rows removed.
    pub lines: u64,
    /// Pieces placed.
    pub pieces: u64,
    /// Points by the rules' reward table.
    pub reward: u64,
    /// Times it was lost: 0 or 1, more only where lost games restart.
    pub deaths: u64,
    /// Why it ended.
    pub end: End,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// It was lost.
    Lost,
    /// It reached the most pieces allowed, or the end of the piece sequence.
    Cut,
    /// Somebody stopped the measurement.
    Interrupted,
}
