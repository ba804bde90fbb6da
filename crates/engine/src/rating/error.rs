//! Why a rating cannot be played.

use super::features::Reading;

/// Why a rating cannot be played.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RatingError {
    /// A feature with the wrong number of weights.
    #[error(
        "{feature} has {found} weights, but on a board {width} columns wide it needs {expected}"
    )]
    Count {
        /// The feature.
        feature: String,
        /// Weights given.
        found: usize,
        /// Weights needed.
        expected: usize,
        /// Width of the board.
        width: usize,
    },
    /// A number that is not finite.
    #[error("{feature}: {found} is not a finite number")]
    NotFinite {
        /// The feature.
        feature: String,
        /// The number.
        found: f64,
    },
    /// A table for a feature whose value is not always a whole number.
    #[error("{0} is not always a whole number, so it cannot have a table: give it a weight")]
    NotWhole(String),
    /// A weight of a feature whose numbers only name patterns.
    #[error(
        "{0} is the number of a pattern, which means nothing as a quantity, so it cannot have a \
         weight: give it tables, in a rating of kind = \"table\" or by the learner `teaching`"
    )]
    Pattern(String),
    /// A table that has not one score for each pattern.
    #[error(
        "{feature} has a table of {} scores from {} on, but its numbers only name patterns: give \
         each a score, {} from {} on",
        .found.0, .found.1, .expected.0, .expected.1
    )]
    PatternTable {
        /// The feature.
        feature: String,
        /// The scores given, and the number that the first is for.
        found: (usize, i32),
        /// The scores needed, and the number that the first is for.
        expected: (usize, i32),
    },
    /// A negative exponent of a feature that can be as near to 0 as it likes.
    #[error(
        "{0} is no multiple of a whole number, so an exponent below 0 would let it grow without bound"
    )]
    NegativeExponent(String),
    /// A function that does not say how large it grows, of a feature that has no list of values.
    #[error(
        "{0} is no multiple of a whole number, so its function has to say how large it grows (Curve::greatest)"
    )]
    NoGreatest(String),
    /// Bands that cannot be.
    #[error("the bands of the rating cannot be: {0}")]
    Bands(String),
    /// A feature with weights for another number of bands.
    #[error(
        "{feature} has weights for {found} bands, but the rating has {expected}: give as many \
         weights, or one for all"
    )]
    BandCount {
        /// The feature.
        feature: String,
        /// Weights given.
        found: usize,
        /// Bands of the rating.
        expected: usize,
    },
    /// A net that cannot be, or not on this board.
    #[error("the net cannot be played: {0}")]
    Net(String),
    /// A net whose scale leaves no room for the weights beside it.
    #[error(
        "the weights beside the net are so large that a score does not fit into 31 bits: raise the \
         shift of its last layer, and lower its scale by as much"
    )]
    BesideNet,
    /// Scores too large for any whole-number scale.
    #[error("the weights are so large that a score does not fit: the greatest is above 2^90")]
    TooLarge,
}

impl RatingError {
    /// Refuses numbers that are not finite.
    pub(super) fn unless_finite(reading: &Reading, numbers: &[f64]) -> Result<(), RatingError> {
        match numbers.iter().find(|number| !number.is_finite()) {
            None => Ok(()),
            Some(&found) => Err(RatingError::NotFinite {
                feature: reading.to_string(),
                found,
            }),
        }
    }

    /// Refuses an exponent below 0 of a feature that can be as near to 0 as it likes.
    pub(super) fn unless_bounded(reading: &Reading, exponent: f64) -> Result<(), RatingError> {
        match exponent < 0.0 && !reading.feature.unit.is_discrete() {
            true => Err(RatingError::NegativeExponent(reading.to_string())),
            false => Ok(()),
        }
    }
}
