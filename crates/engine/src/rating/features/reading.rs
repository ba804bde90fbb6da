//! A feature as a rating names it: with its modifiers.

use std::fmt;

use super::{FEATURES, Feature, Kind, Read, Slot, UNDEFINED};
use crate::game::board::{Board, Size};
use crate::game::moves::Move;

/// A feature as a rating names it: with its modifiers.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Reading {
    /// The feature.
    pub feature: &'static Feature,
    /// The value on the afterstate minus that on the board before.
    pub delta: bool,
    /// Squared.
    pub squared: bool,
}

/// A name that is no feature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownFeature {
    /// No such feature.
    #[error(
        "there is no feature `{name}`{}",
        .nearest.as_ref().map(|n| format!(": did you mean `{n}`?")).unwrap_or_default()
    )]
    Unknown {
        /// The name asked for.
        name: String,
        /// The nearest name there is.
        nearest: Option<String>,
    },
    /// Named by a paper, defined by none.
    #[error("the feature `{name}` cannot be used: {reason}")]
    Undefined {
        /// The name asked for.
        name: String,
        /// Why.
        reason: &'static str,
    },
    /// `delta` of a feature that reads the move.
    #[error("`{0}` is not possible: `delta-` is for features of the board, and {1} reads the move")]
    DeltaOfMove(String, &'static str),
    /// An expression that is no composed feature.
    #[error("`{text}`, character {place}: {message}")]
    Expression {
        /// The expression.
        text: String,
        /// The character from which on it is wrong, the first being 1.
        place: usize,
        /// What is wrong.
        message: String,
    },
}

impl Reading {
    /// The feature of the catalogue of this name, with the modifiers that stand before it.
    pub(super) fn of_catalogue(name: &str) -> Result<Reading, UnknownFeature> {
        let plain = |name: &str| {
            FEATURES
                .iter()
                .find(|f| f.name == name || f.aliases.contains(&name))
                .copied()
        };
        if let Some((_, reason)) = UNDEFINED.iter().find(|(undefined, _)| *undefined == name) {
            return Err(UnknownFeature::Undefined {
                name: name.to_string(),
                reason,
            });
        }
        if let Some(feature) = plain(name) {
            return Ok(Reading::from(feature));
        }
        let (squared, rest) = match name.strip_prefix("squared-") {
            Some(rest) => (true, rest),
            None => (false, name),
        };
        let (delta, rest) = match (plain(rest), rest.strip_prefix("delta-")) {
            (None, Some(rest)) => (true, rest),
            _ => (false, rest),
        };
        let Some(feature) = plain(rest) else {
            let known = FEATURES.iter().map(|f| f.name);
            return Err(UnknownFeature::Unknown {
                name: name.to_string(),
                nearest: crate::names::nearest(name, known),
            });
        };
        let mut reading = Reading::from(feature);
        reading.squared = squared;
        if delta { reading.delta() } else { Ok(reading) }
    }

    /// The change of a board feature by the move: its value on the afterstate minus that on the
    /// board before.
    ///
    /// # Errors
    ///
    /// A feature of the move has no value before the move.
    pub fn delta(mut self) -> Result<Reading, UnknownFeature> {
        self.delta = true;
        match self.feature.kind() {
            Kind::Board => Ok(self),
            Kind::Move => Err(UnknownFeature::DeltaOfMove(
                self.to_string(),
                self.feature.name,
            )),
        }
    }

    /// The square of the value.
    pub fn squared(mut self) -> Reading {
        self.squared = true;
        self
    }

    /// The slot from which kernels and the GPU read it; none if only the reference does.
    pub fn slot(&self) -> Option<Slot> {
        let slot = self.feature.slot;
        slot.filter(|slot| slot.fits(self.feature.count))
    }

    /// The whole number behind value `index` after a move, before it is squared; for a delta the
    /// difference of the two.
    pub fn raw(&self, played: &Move, index: usize) -> i32 {
        let after = self.feature.raw(played, index);
        if self.delta {
            after - self.feature.raw_of_board(&played.before, 0, index)
        } else {
            after
        }
    }

    /// The exact value after a move.
    pub fn value(&self, played: &Move, index: usize) -> f64 {
        let mut value = match self.feature.read {
            Read::Move(_) | Read::IndexedMove(_) => {
                let (raw, size) = (self.feature.raw(played, index), played.before.size());
                self.feature.unit.value(raw, index, size)
            }
            Read::Composed(composition) => composition.value(played),
            _ => self
                .feature
                .value_of_board(played.board(), played.skipped_rows(), index),
        };
        if self.delta {
            value -= self.feature.value_of_board(&played.before, 0, index);
        }
        if self.squared { value * value } else { value }
    }

    /// The value on a board as it stands; none if a move is needed to read it.
    pub fn on_board(&self, board: &Board, index: usize) -> Option<f64> {
        let value = self.feature.on_board(board, index);
        let value = value.filter(|_| !self.delta)?;
        Some(if self.squared { value * value } else { value })
    }

    /// The least and greatest whole number that [`Reading::raw`] can give; bounds of the value of
    /// a feature that is no multiple of a whole number.
    pub fn range(&self, size: Size) -> (i32, i32) {
        let (least, greatest) = match self.feature.read {
            Read::Composed(composition) => composition.range(size),
            _ => (self.feature.range)(size.into()),
        };
        if self.delta {
            (least - greatest, greatest - least)
        } else {
            (least, greatest)
        }
    }
}

impl From<&'static Feature> for Reading {
    /// The feature without modifiers.
    fn from(feature: &'static Feature) -> Reading {
        Reading {
            feature,
            delta: false,
            squared: false,
        }
    }
}

/// The name in files. A feature that is not in the catalogue has none there: it is marked `own:`,
/// so that no file or record can take it for the built-in of the same name.
impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squared = if self.squared { "squared-" } else { "" };
        let delta = if self.delta { "delta-" } else { "" };
        let name = self.feature.name;
        match self.feature.read {
            Read::Composed(_) if self.squared || self.delta => {
                write!(f, "{squared}{delta}({name})")
            }
            Read::Composed(_) => write!(f, "{name}"),
            _ if self.feature.is_in_catalogue() => write!(f, "{squared}{delta}{name}"),
            _ => write!(f, "{squared}{delta}own:{name}"),
        }
    }
}

impl fmt::Debug for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl PartialEq for Reading {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.feature, other.feature)
            && self.delta == other.delta
            && self.squared == other.squared
    }
}
