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
        Err(invalid(field, short(value), "it must be between 0 and 1"))
    }
}

/// A part of a whole that must not be nothing: a discount, a step.
pub(crate) fn share(field: &str, value: f64) -> Result<(), Invalid> {
    let right = match value {
        _ if (LEAST_SHARE..=1.0).contains(&value) => return Ok(()),
        _ if value > 0.0 && value < LEAST_SHARE => format!("it must be at least {LEAST_SHARE:e}"),
        _ => "it must be above 0 and at most 1".to_string(),
    };
    Err(invalid(field, short(value), right))
}

pub(crate) fn positive(field: &str, value: f64) -> Result<(), Invalid> {
    if value > 0.0 && value <= LARGEST {
        Ok(())
    } else {
        let right = format!("it must be above 0 and at most {LARGEST:e}");
        Err(invalid(field, short(value), right))
    }
}

pub(crate) fn not_negative(field: &str, value: f64) -> Result<(), Invalid> {
    if (0.0..=LARGEST).contains(&value) {
        Ok(())
    } else {
        let right = format!("it must be 0 or more, and at most {LARGEST:e}");
        Err(invalid(field, short(value), right))
    }
}

/// Settings beyond this could overflow a sum of squares.
const LARGEST: f64 = 1e100;

/// What is divided by a smaller share could not be the weight of a player.
const LEAST_SHARE: f64 = 1e-9;

/// A number, with its power of ten apart where it would be long otherwise.
pub(crate) fn short(value: f64) -> String {
    match value.abs() {
        size if size.is_finite() && size != 0.0 && !(1e-6..1e15).contains(&size) => {
            format!("{value:e}")
        }
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_cannot_be_are_short() {
        let said = |result: Result<(), Invalid>| result.unwrap_err().to_string();
        assert_eq!(
            said(positive("rate", 1e300)),
            "`rate` is 1e300: it must be above 0 and at most 1e100"
        );
        assert_eq!(
            said(share("discount", 1e-300)),
            "`discount` is 1e-300: it must be at least 1e-9"
        );
        assert_eq!(
            said(share("discount", f64::NAN)),
            "`discount` is NaN: it must be above 0 and at most 1"
        );
        assert_eq!(short(-2.5), "-2.5");
        assert_eq!(short(0.0), "0");
    }
}
