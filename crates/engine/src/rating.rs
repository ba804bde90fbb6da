//! Ratings: what a controller thinks of a move, as a sum of one function per feature.

pub mod features;
pub mod score;

use crate::game::moves::Move;
use crate::rating::features::{Reading, Unit};

/// The form of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingKind {
    /// Σ w·f.
    Linear,
    /// Σ w·f^e (Böhm et al. 2005).
    Exponential,
    /// Σ w·|f - d|^e (Böhm et al. 2005).
    Displaced,
    /// A table of scores for the values of some features, weights for others.
    Table,
}

impl RatingKind {
    /// All kinds.
    pub const ALL: [RatingKind; 4] = [
        RatingKind::Linear,
        RatingKind::Exponential,
        RatingKind::Displaced,
        RatingKind::Table,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            RatingKind::Linear => "linear",
            RatingKind::Exponential => "exponential",
            RatingKind::Displaced => "displaced",
            RatingKind::Table => "table",
        }
    }
}

/// A rating: a sum of terms.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// Its form.
    pub kind: RatingKind,
    /// The terms, in the order of the file.
    pub terms: Vec<Term>,
}

/// A feature and what each of its values adds to the rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The feature with its modifiers.
    pub reading: Reading,
    /// One function for each value of the feature.
    pub functions: Vec<Function>,
}

/// What a value of a feature adds to the rating.
#[derive(Clone, Debug, PartialEq)]
pub enum Function {
    /// w·f.
    Linear {
        /// w.
        weight: f64,
    },
    /// w·sign(f)·|f|^e.
    Power {
        /// w.
        weight: f64,
        /// e.
        exponent: f64,
    },
    /// w·|f - d|^e.
    Displaced {
        /// w.
        weight: f64,
        /// e.
        exponent: f64,
        /// d.
        displacement: f64,
    },
    /// A score for each whole value from `from` upwards; values beyond either end take the score at that end.
    Table {
        /// The value the first score is for.
        from: i32,
        /// The scores; at least one.
        scores: Vec<f64>,
    },
}

impl Function {
    /// What a value adds. Powers are made with the pure-Rust `libm`, so that they are the same everywhere.
    pub fn at(&self, value: f64) -> f64 {
        match self {
            Function::Linear { weight } => weight * value,
            Function::Power { weight, exponent } => {
                weight * power(value.abs(), *exponent) * if value < 0.0 { -1.0 } else { 1.0 }
            }
            Function::Displaced {
                weight,
                exponent,
                displacement,
            } => weight * power((value - displacement).abs(), *exponent),
            Function::Table { from, scores } => {
                let last = scores.len() as i32 - 1;
                scores[(value as i32 - from).clamp(0, last) as usize]
            }
        }
    }

    /// Whether it adds nothing, whatever the value.
    pub fn is_zero(&self) -> bool {
        match self {
            Function::Linear { weight }
            | Function::Power { weight, .. }
            | Function::Displaced { weight, .. } => *weight == 0.0,
            Function::Table { scores, .. } => scores.iter().all(|score| *score == 0.0),
        }
    }
}

/// base^e for a base from 0 up; 0^e is 0 for e > 0, 1 for e = 0 and 0 for e < 0.
fn power(base: f64, exponent: f64) -> f64 {
    if base == 0.0 && exponent != 0.0 {
        0.0
    } else {
        libm::pow(base, exponent)
    }
}

/// Why a rating cannot be played.
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
    /// A negative exponent of a feature that can be as near to 0 as it likes.
    #[error(
        "{0} is no multiple of a whole number, so an exponent below 0 would let it grow without bound"
    )]
    NegativeExponent(String),
    /// Scores too large for any whole-number scale.
    #[error("the weights are so large that a score does not fit: the greatest is above 2^90")]
    TooLarge,
}

impl Rating {
    /// Checks that the rating can be played on a board of this width.
    pub fn check(&self, width: usize) -> Result<(), RatingError> {
        for Term { reading, functions } in &self.terms {
            let feature = || reading.to_string();
            let expected = reading.feature.count.on(width);
            if functions.len() != expected {
                return Err(RatingError::Count {
                    feature: feature(),
                    found: functions.len(),
                    expected,
                    width,
                });
            }
            for function in functions {
                let numbers = match function {
                    Function::Linear { weight } => vec![*weight],
                    Function::Power { weight, exponent } => vec![*weight, *exponent],
                    Function::Displaced {
                        weight,
                        exponent,
                        displacement,
                    } => vec![*weight, *exponent, *displacement],
                    Function::Table { scores, .. } => scores.clone(),
                };
                if let Some(found) = numbers.into_iter().find(|number| !number.is_finite()) {
                    return Err(RatingError::NotFinite {
                        feature: feature(),
                        found,
                    });
                }
                let whole = reading.feature.unit == Unit::One;
                match function {
                    Function::Table { .. } if !whole => {
                        return Err(RatingError::NotWhole(feature()));
                    }
                    Function::Power { exponent, .. } | Function::Displaced { exponent, .. }
                        if *exponent < 0.0 && !reading.feature.unit.is_discrete() =>
                    {
                        return Err(RatingError::NegativeExponent(feature()));
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// The rating of a move as a sum of real numbers. Decisions are made with the whole-number scores of
    /// [`Scorer`](crate::rating::score::Scorer); this sum is what they stand for.
    pub fn real(&self, played: &Move) -> f64 {
        self.terms
            .iter()
            .flat_map(|term| {
                term.functions
                    .iter()
                    .enumerate()
                    .map(|(index, function)| function.at(term.reading.value(played, index)))
            })
            .sum()
    }

    /// Number of weights (or tables).
    pub fn weights(&self) -> usize {
        self.terms.iter().map(|term| term.functions.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_nothing_and_of_less_than_nothing() {
        let power = |exponent, value| {
            let weight = 2.0;
            Function::Power { weight, exponent }.at(value)
        };
        assert_eq!(power(1.5, 4.0), 16.0);
        assert_eq!(power(2.0, -3.0), -18.0, "the sign stays");
        assert_eq!(power(2.0, 0.0), 0.0);
        assert_eq!(power(0.0, 0.0), 2.0);
        assert_eq!(power(-1.0, 0.0), 0.0);
        assert_eq!(power(-1.0, 4.0), 0.5);
    }

    #[test]
    fn displaced_functions_are_symmetric() {
        let f = Function::Displaced {
            weight: -1.0,
            exponent: 2.0,
            displacement: 3.0,
        };
        assert_eq!((f.at(1.0), f.at(3.0), f.at(5.0)), (-4.0, 0.0, -4.0));
    }

    #[test]
    fn tables_go_on_at_their_ends() {
        let table = Function::Table {
            from: 1,
            scores: vec![5.0, 7.0],
        };
        assert_eq!(
            [0.0, 1.0, 2.0, 9.0].map(|v| table.at(v)),
            [5.0, 5.0, 7.0, 7.0]
        );
    }

    #[test]
    fn what_cannot_be_played_is_refused() {
        let rating = |name: &str, function: Function| Rating {
            kind: RatingKind::Linear,
            terms: vec![Term {
                reading: Reading::named(name).unwrap(),
                functions: vec![function],
            }],
        };
        let error = |r: Rating| r.check(10).unwrap_err().to_string();
        let linear = |weight| Function::Linear { weight };
        assert!(rating("holes", linear(1.0)).check(10).is_ok());
        assert!(error(rating("holes", linear(f64::NAN))).contains("not a finite number"));
        assert!(error(rating("column-height", linear(1.0))).contains("needs 10"));
        let table = Function::Table {
            from: 0,
            scores: vec![1.0],
        };
        assert!(error(rating("landing-height", table)).contains("whole number"));
        let inverse = Function::Power {
            weight: 1.0,
            exponent: -1.0,
        };
        assert!(error(rating("mean-hole-depth", inverse)).contains("below 0"));
    }
}
