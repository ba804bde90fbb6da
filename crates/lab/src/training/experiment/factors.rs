//! Ratings whose terms are multiplied by factors.

use tetrarium_engine::{Function, Rating};

/// A rating whose terms are multiplied by factors, which have these logarithms; one without
/// logarithms as it is.
pub(super) fn polished(mut rating: Rating, logarithms: &[f64]) -> Rating {
    for (term, logarithm) in rating.terms.iter_mut().zip(logarithms) {
        let factor = libm::exp(*logarithm);
        for function in &mut term.functions {
            let scaled = match (function.weight(), function.table()) {
                (Some(weight), _) => Function::linear(weight * factor),
                (None, Some((from, scores))) => {
                    let scores = scores.iter().map(|score| score * factor);
                    Function::table(from, scores.collect())
                }
                (None, None) => unreachable!("learners make weights and tables"),
            };
            *function = scaled;
        }
    }
    rating
}
