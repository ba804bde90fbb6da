//! The composed features that were named so far.

use std::collections::BTreeMap;
use std::sync::Mutex;

use super::expression::Expression;
use crate::game::board::{MAX_HEIGHT, MAX_WIDTH, Size};
use crate::rating::features::feature::{Composition, Feature, Read};
use crate::rating::features::reading::Reading;
use crate::rating::features::values::Unit;

/// A composed feature whose values are whole numbers up to this size is one of whole numbers, which
/// can have a table; others are rounded once in the score.
const MOST_WHOLE: f64 = (1 << 19) as f64;

/// No composed feature is larger than this on any board.
const MOST: f64 = (1 << 30) as f64;

/// The composed features that were named so far, by their text. A feature is one place in memory,
/// so that each stays: a few hundred bytes.
static NAMED: Mutex<BTreeMap<&'static str, &'static Feature>> = Mutex::new(BTreeMap::new());

/// The reading of an expression. The error says why it can have none.
pub(super) fn reading(expression: Expression) -> Result<Reading, String> {
    if let Expression::Part(reading) = expression {
        return Ok(reading);
    }
    if !expression.any(&|part| matches!(part, Expression::Part(_))) {
        return Err("it names no feature".to_string());
    }
    let largest = Size::new(MAX_WIDTH, MAX_HEIGHT).expect("the largest board is possible");
    let (low, high) = expression.bounds(largest);
    let most = high.max(-low);
    if most.is_nan() || most > MOST {
        return Err(format!(
            "its values could exceed 2^30 on a board of {largest}"
        ));
    }
    let unit = match expression.is_whole() && most <= MOST_WHOLE {
        true => Unit::One,
        false => Unit::Ratio,
    };
    let text = expression.to_string();
    let mut named = NAMED.lock().expect("no thread panics while it holds this");
    if let Some(feature) = named.get(text.as_str()) {
        return Ok(Reading::from(*feature));
    }
    let name: &'static str = text.leak();
    let composition: &'static Expression = Box::leak(Box::new(expression));
    let feature = Feature::composed(name, composition, unit);
    let feature: &'static Feature = Box::leak(Box::new(feature));
    named.insert(name, feature);
    Ok(Reading::from(feature))
}

impl Feature {
    fn composed(name: &'static str, composition: &'static dyn Composition, unit: Unit) -> Feature {
        const DEFINITION: &str = "Composed of features. A ratio is 0 where its denominator is 0; a \
                                  value with a condition is 0 where that does not hold.";
        let everything = |_| (-(MOST as i32), MOST as i32);
        Feature::new(name, DEFINITION, Read::Composed(composition), everything).with_unit(unit)
    }
}
