//! Ratings: what a controller thinks of a move, as a sum of functions: of one feature each, and of
//! a small net; or one such sum for each band of danger.

mod bands;
mod displaced;
mod error;
mod exponential;
pub mod features;
mod function;
mod linear;
pub mod net;
pub(crate) mod score;
mod table;

use std::sync::Arc;

use crate::game::board::Size;
use crate::game::moves::Move;
use crate::names::one_of;
use features::Reading;

pub use bands::{BANDS, Bands};
pub use displaced::DISPLACED;
pub use error::RatingError;
pub use exponential::EXPONENTIAL;
pub(crate) use function::written_number;
pub use function::{Curve, Form, Function, OWN, RatingKind, Written};
pub use linear::LINEAR;
pub use net::{NET, Net};
pub use score::{ScoredTerm, Scorer, Scores};
pub use table::TABLE;

/// The kinds of rating that are known by name.
pub static RATINGS: &[&RatingKind] = &[&LINEAR, &EXPONENTIAL, &DISPLACED, &TABLE, &BANDS, &NET];

/// No kind of rating of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("kind = `{0}` is no rating: a rating is {kinds}", kinds = kinds())]
pub struct UnknownRating(pub String);

fn kinds() -> String {
    one_of(&RATINGS.iter().map(|kind| kind.name).collect::<Vec<_>>())
}

impl RatingKind {
    /// The kind of this name.
    ///
    /// # Errors
    ///
    /// If no kind has the name; the error lists those there are.
    pub fn named(name: &str) -> Result<&'static RatingKind, UnknownRating> {
        let mut kinds = RATINGS.iter().copied();
        let found = kinds.find(|kind| kind.name == name);
        found.ok_or_else(|| UnknownRating(name.to_string()))
    }
}

/// A rating: a sum of terms, and of a net where there is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// Its kind.
    pub kind: &'static RatingKind,
    /// The terms, in the order of the file.
    pub terms: Vec<Term>,
    /// The net, in ratings of a kind that has one.
    pub net: Option<Arc<Net>>,
    /// The bands of danger that functions may differ in: one, but in ratings of a kind that has
    /// more.
    pub bands: Bands,
}

/// A feature and what each of its values adds to the rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The feature with its modifiers.
    pub reading: Reading,
    /// One function for each value of the feature.
    pub functions: Vec<Function>,
}

impl Term {
    /// Refuses another function than a table of a feature whose numbers only name patterns, and a
    /// table that has not one score for each of them. Files are refused by it; nothing else depends
    /// on what a number means.
    ///
    /// # Errors
    ///
    /// If there is one.
    pub fn check_pattern(&self) -> Result<(), RatingError> {
        if !self.reading.feature.is_pattern() {
            return Ok(());
        }
        // There are as many patterns on every board.
        let (least, greatest) = match self.reading.range(Size::STANDARD) {
            (_, greatest) if self.reading.squared => (0, greatest * greatest),
            range => range,
        };
        let numbers = (greatest - least) as usize + 1;
        let feature = || self.reading.to_string();
        for function in &self.functions {
            match function.table() {
                None => return Err(RatingError::Pattern(feature())),
                Some((from, scores)) if (from, scores.len()) != (least, numbers) => {
                    return Err(RatingError::PatternTable {
                        feature: feature(),
                        found: (scores.len(), from),
                        expected: (numbers, least),
                    });
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}

impl Rating {
    /// A sum of terms, without a net, and the same in all danger.
    pub fn sum(kind: &'static RatingKind, terms: Vec<Term>) -> Rating {
        Rating {
            kind,
            terms,
            net: None,
            bands: Bands::default(),
        }
    }

    /// A net, and a sum of terms beside it.
    pub fn of_net(terms: Vec<Term>, net: Net) -> Rating {
        Rating {
            net: Some(Arc::new(net)),
            ..Rating::sum(&NET, terms)
        }
    }

    /// Refuses functions of a feature that have weights for another number of bands.
    ///
    /// # Errors
    ///
    /// If one has.
    pub(crate) fn check_bands(term: &Term, bands: &Bands) -> Result<(), RatingError> {
        let expected = bands.count();
        let mut found = term.functions.iter().map(|function| function.bands().len());
        match found.find(|found| *found != 0 && *found != expected) {
            None => Ok(()),
            Some(found) => Err(RatingError::BandCount {
                feature: term.reading.to_string(),
                found,
                expected,
            }),
        }
    }

    /// Checks that the rating can be played on a board of this size.
    ///
    /// # Errors
    ///
    /// If a feature has too few functions or too many, or one that it cannot have, or a net could
    /// overflow, or there cannot be such bands.
    pub fn check(&self, size: Size) -> Result<(), RatingError> {
        let width = size.width();
        if let Some(net) = &self.net {
            net.check(size)?;
        }
        self.bands.check().map_err(RatingError::Bands)?;
        for term in &self.terms {
            Rating::check_bands(term, &self.bands)?;
            let Term { reading, functions } = term;
            let expected = reading.feature.count.on(width);
            if functions.len() != expected {
                return Err(RatingError::Count {
                    feature: reading.to_string(),
                    found: functions.len(),
                    expected,
                    width,
                });
            }
            for function in functions {
                function.check(reading)?;
            }
        }
        Ok(())
    }

    /// The rating of a move as a sum of real numbers. Decisions are made with the whole-number
    /// scores of [`Scorer`]; this sum is what they stand for.
    pub fn real(&self, played: &Move) -> f64 {
        let band = self.bands.of(&played.before);
        let terms = self.terms.iter().flat_map(|term| {
            let functions = term.functions.iter().enumerate();
            functions.map(move |(index, function)| {
                let function = function.in_band(band);
                function.at(term.reading.value(played, index))
            })
        });
        let sum: f64 = terms.sum();
        sum + self.net.as_ref().map_or(0.0, |net| net.real(played))
    }

    /// Whether it reads a feature.
    pub fn reads(&self, reading: &Reading) -> bool {
        let in_net = self.net.iter().any(|net| net.inputs.contains(reading));
        in_net || self.terms.iter().any(|term| term.reading == *reading)
    }

    /// Number of weights (or tables), those of a net included.
    pub fn weights(&self) -> usize {
        let functions = self.terms.iter().flat_map(|term| &term.functions);
        let of_terms: usize = functions
            .map(|function| function.bands().len().max(1))
            .sum();
        of_terms + self.net.as_ref().map_or(0, |net| net.weights())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_played_is_refused() {
        let rating = |name: &str, function: Function| {
            let term = Term {
                reading: Reading::named(name).unwrap(),
                functions: vec![function],
            };
            Rating::sum(&LINEAR, vec![term])
        };
        let error = |r: Rating| r.check(Size::STANDARD).unwrap_err().to_string();
        let linear = Function::linear;
        assert!(rating("holes", linear(1.0)).check(Size::STANDARD).is_ok());
        assert!(error(rating("holes", linear(f64::NAN))).contains("not a finite number"));
        assert!(error(rating("column-height", linear(1.0))).contains("needs 10"));
        let table = Function::table(0, vec![1.0]);
        assert!(error(rating("landing-height", table)).contains("whole number"));
        let inverse = Function::power(1.0, -1.0);
        assert!(error(rating("mean-hole-depth", inverse)).contains("below 0"));
    }

    #[test]
    fn functions_are_equal_if_they_are_written_alike() {
        assert_eq!(Function::linear(-4.0), Function::linear(-4.0));
        assert_ne!(Function::linear(-4.0), Function::linear(4.0));
        assert_ne!(Function::linear(-4.0), Function::power(-4.0, 1.0));
    }
}
