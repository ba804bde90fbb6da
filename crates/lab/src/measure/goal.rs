//! The goal of a measurement, and why the measurement stopped.

use serde::{Deserialize, Serialize};

/// The precisions that can be asked for, from the narrowest interval to the widest. The narrowest
/// takes nearly [`MOST_GAMES`](crate::play::MOST_GAMES) games.
pub const PRECISIONS: std::ops::RangeInclusive<f64> = 0.000_2..=1.0;

/// What a measurement is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// Half the width of the 95 % interval over the mean: 0.05 for ±5 %.
    precision: f64,
    /// The limit of moves.
    budget: Option<u64>,
    /// The number of games played side by side; none for whole games, one after the other.
    #[serde(default, rename = "abreast", skip_serializing_if = "Option::is_none")]
    side_by_side: Option<u64>,
}

/// A precision outside [`PRECISIONS`].
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "a precision of ±{} % cannot be asked for: it can be from ±{} % to ±{} %",
    .0 * 100.0, PRECISIONS.start() * 100.0, PRECISIONS.end() * 100.0
)]
pub struct PrecisionError(pub f64);

impl Goal {
    /// A goal: an interval of the mean ± `precision` times the mean, and the limit of moves.
    ///
    /// # Errors
    ///
    /// If the precision is outside [`PRECISIONS`].
    pub fn new(precision: f64, budget: Option<u64>) -> Result<Goal, PrecisionError> {
        if !PRECISIONS.contains(&precision) {
            return Err(PrecisionError(precision));
        }
        Ok(Goal {
            precision,
            budget,
            side_by_side: None,
        })
    }

    /// The same goal, with this number of games played side by side and cut after the same number
    /// of pieces; `None` for whole games.
    pub fn with_side_by_side(self, games: Option<u64>) -> Goal {
        Goal {
            side_by_side: games.map(|games| games.max(1)),
            ..self
        }
    }

    /// Half the width of the 95 % interval over the mean.
    pub fn precision(&self) -> f64 {
        self.precision
    }

    /// The number of games played side by side; none for whole games, one after the other.
    pub fn side_by_side(&self) -> Option<u64> {
        self.side_by_side
    }

    /// The limit of moves.
    pub fn budget(&self) -> Option<u64> {
        self.budget
    }
}

/// The goal of a measurement, and why the measurement stopped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stopped {
    /// The goal.
    pub goal: Goal,
    /// Why the measurement stopped.
    pub because: Reason,
}

/// Why a measurement stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The interval is narrow enough.
    Precise,
    /// The budget of moves is spent.
    Budget,
    /// The watch ended playing: the games depend on the clock.
    Interrupted,
    /// There are no more games: the game numbers ran out, or all games side by side have ended.
    OutOfGames,
}
