//! Functions of one value of a feature, and the kinds of rating that are made of them.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::error::RatingError;
use super::features::Reading;

/// What a value of a feature adds to a rating: a function of one number. Implement it for a
/// function of one's own.
pub trait Curve: fmt::Debug + Send + Sync {
    /// What a value adds.
    fn at(&self, value: f64) -> f64;

    /// Its term in a formula: the factor, if it has one, and what that multiplies, given the name
    /// of the feature. `number` writes the other numbers.
    fn formula(&self, feature: &str, number: &dyn Fn(f64) -> String) -> (Option<f64>, String) {
        let _ = number;
        (None, format!("{feature} by {self:?}"))
    }

    /// Its name and its numbers, in a form that changes no more: fingerprints are made of it.
    /// Numbers stand in scientific notation, as `-4e0`.
    fn canonical(&self) -> String {
        format!("own {self:?}")
    }

    /// The weight w, if the function is w times the value: then scores are exact products.
    fn weight(&self) -> Option<f64> {
        None
    }

    /// The weights of the bands of danger, the lowest first, if it is another weight in each; none
    /// if the function is the same in all.
    fn bands(&self) -> &[f64] {
        &[]
    }

    /// The value that the first score is for, and the scores, if it is a table of them: large ones
    /// have a file of their own.
    fn table(&self) -> Option<(i32, &[f64])> {
        None
    }

    /// The greatest size of what it adds over all values from `low` to `high`. It is asked only of
    /// features that are no multiple of a whole number; scores of others are tabled.
    fn greatest(&self, low: f64, high: f64) -> Option<f64> {
        let _ = (low, high);
        None
    }

    /// Whether it adds nothing, whatever the value.
    fn is_zero(&self) -> bool {
        false
    }

    /// Whether it can be applied to a feature.
    ///
    /// # Errors
    ///
    /// If a number of the function is not possible, or the feature is none that it can be of.
    fn check(&self, reading: &Reading) -> Result<(), RatingError> {
        let _ = reading;
        Ok(())
    }

    /// How it stands in a controller file; none if no file can hold it.
    fn written(&self) -> Option<Written> {
        None
    }
}

/// A function of one value of a feature.
///
/// ```
/// use tetrarium_engine::Function;
/// assert_eq!(Function::linear(-4.0).at(3.0), -12.0);
/// assert_eq!(Function::table(1, vec![5.0, 7.0]).at(9.0), 7.0);
/// ```
#[derive(Clone, Debug)]
pub struct Function(Arc<dyn Curve>);

impl Function {
    /// A function, built-in or of one's own.
    pub fn new(curve: impl Curve + 'static) -> Function {
        Function(Arc::new(curve))
    }
}

impl Deref for Function {
    type Target = dyn Curve;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// Functions that files can hold are equal if they are written alike; others only to themselves.
impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.written(), other.written());
        Arc::ptr_eq(&self.0, &other.0) || mine.is_some() && mine == theirs
    }
}

/// How a function stands in a controller file.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// Its form.
    pub form: &'static Form,
    /// The text of its part in each section of the form.
    pub parts: Vec<String>,
}

/// How functions of one sort stand in controller files: each has a part in every section.
#[derive(Debug)]
pub struct Form {
    /// The sections: their names, and the number that stands for a part left out. The first has
    /// none: a feature that is not in it has no function of this form.
    pub sections: &'static [(&'static str, Option<f64>)],
    /// Makes a function of its parts. The error says what is wrong with them.
    pub read: fn(&[toml::Value]) -> Result<Function, String>,
}

/// Forms are told apart by their place in memory.
impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// A kind of rating: which functions a controller file of the kind can have. The kinds known by
/// name are [`RATINGS`](super::RATINGS).
#[derive(Debug)]
#[non_exhaustive]
pub struct RatingKind {
    /// Its name in files.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub summary: &'static str,
    /// The forms that its functions have in files.
    pub forms: &'static [&'static Form],
    /// Whether it has a net, in the section `net`.
    pub net: bool,
    /// Whether it has bands of danger, by the fields `by` and `bounds`.
    pub bands: bool,
}

/// Kinds are told apart by their place in memory: two of one name are still two.
impl PartialEq for RatingKind {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// The kind of a rating with functions of one's own, which no file can hold.
pub static OWN: RatingKind = RatingKind {
    name: "own",
    summary: "Functions written in Rust, which no file can hold.",
    forms: &[],
    net: false,
    bands: false,
};

/// A number of a controller file; -0 is 0.
pub(super) fn number(value: &toml::Value) -> Result<f64, String> {
    match value {
        toml::Value::Integer(whole) => Ok(*whole as f64),
        toml::Value::Float(real) if real.is_finite() => Ok(*real + 0.0),
        toml::Value::Float(real) => Err(format!("{real} is not a finite number")),
        other => Err(format!("a number was expected, not {}", other.type_str())),
    }
}

/// A finite number as it stands in a controller file: it is read back as the same number.
pub(crate) fn written_number(number: f64) -> String {
    match number {
        // 0 and -0 are one weight.
        0.0 => "0".to_string(),
        // A whole number without a point is read as an integer of 64 bits.
        whole if whole.fract() == 0.0 && whole.abs() >= 1e15 => format!("{whole:?}"),
        number => number.to_string(),
    }
}

/// base^e for a base from 0 up; 0^e is 0 for e > 0, 1 for e = 0 and 0 for e < 0. Powers are made
/// with the pure-Rust `libm`, so that they are the same everywhere.
pub(super) fn power(base: f64, exponent: f64) -> f64 {
    if base == 0.0 && exponent != 0.0 {
        0.0
    } else {
        libm::pow(base, exponent)
    }
}

/// The greatest size at the ends of a range and at 0: there powers with an exponent from 0 up are
/// greatest.
pub(super) fn greatest_at_ends(curve: &dyn Curve, low: f64, high: f64) -> Option<f64> {
    let sizes = [low, high, 0.0].map(|value| curve.at(value).abs());
    Some(sizes.into_iter().fold(0.0, f64::max))
}
