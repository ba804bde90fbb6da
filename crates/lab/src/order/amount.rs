//! How much is played, and the limit of it.

use std::time::Duration;

use crate::play::{Danger, Length};

/// How much is played.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Amount {
    /// A range of games.
    Games {
        /// The number of the first game.
        first: u64,
        /// The number of games.
        games: u64,
        /// How long each game may last.
        length: Length,
    },
    /// Games until the 95 % interval is narrow enough.
    Precision {
        /// The number of the first game.
        first: u64,
        /// Half the width of the interval over the mean.
        precision: f64,
        /// The number of games played side by side and cut after the same number of pieces. Without
        /// it games are whole.
        side_by_side: Option<u64>,
    },
    /// An estimate by multilevel splitting.
    Climbs {
        /// The number of climbs from each level, in each repeat.
        climbs: u64,
        /// The number of independent repeats; with a precision, those before the first decision.
        repeats: u64,
        /// The measure of danger; by default the one with which the estimate takes the least work.
        danger: Option<Danger>,
        /// Half the width of the interval over the mean, if repeats are to be added until it is
        /// this narrow.
        precision: Option<f64>,
    },
    /// Games if they are short, else climbs. [`MOST_MOVES`](super::MOST_MOVES) is the bound of
    /// predicted moves between the two. What was chosen stands in the `order` of the record.
    Chosen {
        /// Half the width of the interval over the mean. Without it,
        /// [`USUAL_GAMES`](super::USUAL_GAMES) games are played, or an estimate has its usual
        /// climbs.
        precision: Option<f64>,
    },
}

/// A limit of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Budget {
    /// The number of moves.
    Moves(u64),
    /// The time. The games then depend on the clock.
    Time(Duration),
}
