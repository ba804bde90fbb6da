//! Features by their names in files.

use super::composed;
use super::reading::{Reading, UnknownFeature};

/// The signs by which an expression is known: no name has them.
const SIGNS: &[char] = &[' ', '*', '/', '+', '(', ')', ',', '<', '>', '=', '!'];

impl Reading {
    /// Finds a feature by name. `delta-` and `squared-` before a name are modifiers; a feature's
    /// own name comes first, so `squared-height-differences` is the sum of squares of the
    /// catalogue.
    ///
    /// Features of one value can be composed: `holes * max-height`, `holes / max-height`,
    /// `min(holes, 5)`, `max(wells, holes)`, `wells if max-height > 12`, with numbers and
    /// parentheses. A ratio is 0 where its denominator is 0, and a value whose condition does not
    /// hold is 0. A composed feature is played on the reference path, and stays in memory once it
    /// was named.
    ///
    /// # Errors
    ///
    /// If no feature has the name, the feature cannot have the modifier, or the expression is
    /// wrong.
    ///
    /// ```
    /// use tetrarium_engine::Reading;
    /// let reading = Reading::named("squared-delta-holes").unwrap();
    /// assert!(reading.squared && reading.delta);
    /// assert_eq!(reading.to_string(), "squared-delta-holes");
    /// let composed = Reading::named("holes*max-height if max-height>12").unwrap();
    /// assert_eq!(composed.to_string(), "holes * max-height if max-height > 12");
    /// assert!(Reading::named("hols").unwrap_err().to_string().contains("`holes`"));
    /// ```
    pub fn named(name: &str) -> Result<Reading, UnknownFeature> {
        match name.contains(SIGNS) {
            true => composed::named(name),
            false => Reading::of_catalogue(name),
        }
    }
}
