//! Settings that cannot be.

use std::fmt::Display;
use thiserror::Error;

/// A setting that cannot be: its field, its value, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{field}` is {value}: {right}")]
pub struct Invalid {
    /// The field, with dots between the names of nested ones.
    pub field: String,
    /// The value it has.
    pub value: String,
    /// What would be right.
    pub right: String,
}

/// The error of `field` having `value`, where `right` says what would do.
pub(crate) fn invalid(field: &str, value: impl Display, right: impl Display) -> Invalid {
    Invalid {
        field: field.to_string(),
        value: value.to_string(),
        right: right.to_string(),
    }
}

pub(crate) fn at_least(field: &str, value: usize, least: usize) -> Result<(), Invalid> {
    if value >= least {
        Ok(())
    } else {
        Err(invalid(
            field,
            value,
            format!("it must be at least {least}"),
        ))
    }
}

/// How many candidates or players there may be. A generation of this size, with ten features and a
/// game each, takes 150 megabytes; more would only exhaust the memory.
pub(crate) const MOST: usize = 100_000;

pub(crate) fn count(field: &str, value: usize, least: usize) -> Result<(), Invalid> {
    at_least(field, value, least)?;
    at_most(field, value, MOST, "for the memory's sake")
}

/// How large a whole number of a learner's parameters may be: boards, games or moves of this number
/// take about a gigabyte.
pub(crate) const MOST_WORK: u64 = 10_000_000;

pub(crate) fn many(field: &str, value: u64, least: u64) -> Result<(), Invalid> {
    if (least..=MOST_WORK).contains(&value) {
        return Ok(());
    }
    let right = format!("it must be between {least} and {MOST_WORK}");
    Err(invalid(field, value, right))
}

pub(crate) fn at_most(
    field: &str,
    value: usize,
    most: usize,
    most_is: &str,
) -> Result<(), Invalid> {
    if value <= most {
        Ok(())
    } else {
        Err(invalid(
            field,
            value,
            format!("it must be at most {most}, {most_is}"),
        ))
    }
}

pub(crate) fn probability(field: &str, value: f64) -> Result<(), Invalid> {
    if (0.0..=1.0).contains(&value) {
        Ok(())
    } else {
        Err(invalid(field, value, "it must be between 0 and 1"))
    }
}

/// A part of a whole that must not be nothing: a discount, a step.
pub(crate) fn share(field: &str, value: f64) -> Result<(), Invalid> {
    if value > 0.0 && value <= 1.0 {
        Ok(())
    } else {
        Err(invalid(field, value, "it must be above 0 and at most 1"))
    }
}

pub(crate) fn positive(field: &str, value: f64) -> Result<(), Invalid> {
    if value > 0.0 && value <= LARGEST {
        Ok(())
    } else {
        Err(invalid(field, value, "it must be above 0 and finite"))
    }
}

pub(crate) fn not_negative(field: &str, value: f64) -> Result<(), Invalid> {
    if (0.0..=LARGEST).contains(&value) {
        Ok(())
    } else {
        Err(invalid(field, value, "it must be 0 or more, and finite"))
    }
}

/// Settings beyond this could overflow a sum of squares.
const LARGEST: f64 = 1e100;
