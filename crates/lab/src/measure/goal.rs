//! What a measurement is to reach, and why it stopped.

use serde::{Deserialize, Serialize};

/// The narrowest interval that can be asked for, and the widest.
pub const PRECISIONS: std::ops::RangeInclusive<f64> = 0.000_1..=1.0;

/// What a measurement is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// Half the width of the 95 % interval over the mean: 0.05 for ±5 %.
    precision: f64,
    /// The most moves to spend.
    budget: Option<u64>,
    /// How many games are played side by side; none for whole games, one after the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    abreast: Option<u64>,
}

/// A precision that cannot be asked for.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "a precision of ±{} % cannot be asked for: it can be from ±{} % to ±{} %",
    .0 * 100.0, PRECISIONS.start() * 100.0, PRECISIONS.end() * 100.0
)]
pub struct PrecisionError(pub f64);

impl Goal {
    /// A goal: an interval of the mean ± this part of it, and the most moves to spend on it.
    pub fn new(precision: f64, budget: Option<u64>) -> Result<Goal, PrecisionError> {
        if !PRECISIONS.contains(&precision) {
            return Err(PrecisionError(precision));
        }
        Ok(Goal {
            precision,
            budget,
            abreast: None,
        })
    }

    /// The same goal, with so many games side by side, cut after the same number of pieces; none for whole games.
    pub fn abreast(self, games: Option<u64>) -> Goal {
        Goal {
            abreast: games.map(|games| games.max(1)),
            ..self
        }
    }

    /// Half the width of the interval over the mean.
    pub fn precision(&self) -> f64 {
        self.precision
    }

    /// How many games are played side by side; none for whole games, one after the other.
    pub fn side_by_side(&self) -> Option<u64> {
        self.abreast
    }

    /// The most moves to spend.
    pub fn budget(&self) -> Option<u64> {
        self.budget
    }
}

/// What a measurement was to reach, and why it stopped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stopped {
    /// What it was to reach.
    pub goal: Goal,
    /// Why it stopped.
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
    /// Somebody stopped it: the games depend on the clock.
    Interrupted,
    /// There are no more games: no more numbers, or those abreast have all ended.
    OutOfGames,
}
