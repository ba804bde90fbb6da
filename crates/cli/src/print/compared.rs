//! What each term of a rating adds to two placements.

use tetrarium_engine::{RankedPlacement, TermShare};

/// A term in two placements.
pub type Pair<'a> = (&'a TermShare, &'a TermShare);

/// How much more a term adds to the first placement than to the second.
pub fn more((a, b): Pair) -> f64 {
    a.adds - b.adds
}

/// The terms of two placements, the largest difference first.
pub fn compared<'a>(first: &'a RankedPlacement, second: &'a RankedPlacement) -> Vec<Pair<'a>> {
    let mut pairs: Vec<Pair> = first.terms.iter().zip(&second.terms).collect();
    pairs.sort_by(|a, b| more(*b).abs().total_cmp(&more(*a).abs()));
    pairs
}
