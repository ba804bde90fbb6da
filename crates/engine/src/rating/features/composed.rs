//! Composed features: products, ratios, minima, maxima and conditions of features, by name. Thiery
//! & Scherrer (2009) and Amundsen (2014, §2.1) propose to search such combinations.

mod expression;
mod kept;
mod parse;

use super::reading::{Reading, UnknownFeature};

/// The feature that an expression describes.
///
/// # Errors
///
/// If it is none: the error says what is wrong, and where.
pub(super) fn named(text: &str) -> Result<Reading, UnknownFeature> {
    let refused = |(place, message)| UnknownFeature::Expression {
        text: text.to_string(),
        place,
        message,
    };
    let expression = parse::expression(text).map_err(refused)?;
    kept::reading(expression).map_err(|message| refused((1, message)))
}

#[cfg(test)]
mod tests;
