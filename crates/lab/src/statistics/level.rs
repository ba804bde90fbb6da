//! The level of an interval or a comparison.

use serde::{Deserialize, Serialize};

/// A probability strictly between 0 and 1: the confidence of an interval, the power of a
/// comparison.
///
/// ```
/// use tetrarium_lab::statistics::Level;
/// assert_eq!(Level::new(0.95), Ok(Level::P95));
/// assert!(Level::new(95.0).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Level(f64);

/// A number that is not a [`Level`].
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is not a probability strictly between 0 and 1, such as 0.95")]
pub struct LevelError(pub f64);

impl Level {
    /// Even chances.
    pub const HALF: Level = Level(0.5);
    /// 80 %, the usual power of a comparison.
    pub const P80: Level = Level(0.8);
    /// 95 %, the usual confidence of an interval.
    pub const P95: Level = Level(0.95);
    /// 99 %.
    pub const P99: Level = Level(0.99);

    /// The level of this value.
    ///
    /// # Errors
    ///
    /// If the value does not lie strictly between 0 and 1.
    pub fn new(value: f64) -> Result<Level, LevelError> {
        // Closer to 0 than this, 1 − value would be rounded to 1.
        if value > f64::EPSILON && value < 1.0 {
            Ok(Level(value))
        } else {
            Err(LevelError(value))
        }
    }

    /// The probability itself.
    pub fn value(self) -> f64 {
        self.0
    }

    /// The probability that an interval of this confidence leaves out on each side.
    pub(super) fn tail(self) -> f64 {
        0.5 * (1.0 - self.0)
    }
}

impl TryFrom<f64> for Level {
    type Error = LevelError;

    fn try_from(value: f64) -> Result<Level, LevelError> {
        Level::new(value)
    }
}

impl From<Level> for f64 {
    fn from(level: Level) -> f64 {
        level.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_probabilities_are_levels() {
        for value in [0.0, 1.0, -0.1, 1.5, f64::NAN, f64::INFINITY] {
            assert!(Level::new(value).is_err(), "{value}");
        }
        assert_eq!(Level::new(0.95).unwrap().value(), 0.95);
        assert_eq!(
            LevelError(95.0).to_string(),
            "95 is not a probability strictly between 0 and 1, such as 0.95"
        );
    }

    #[test]
    fn levels_are_checked_when_read() {
        assert_eq!(serde_json::to_string(&Level::P95).unwrap(), "0.95");
        assert_eq!(serde_json::from_str::<Level>("0.5").unwrap(), Level::HALF);
        assert!(serde_json::from_str::<Level>("95").is_err());
    }
}
