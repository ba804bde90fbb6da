//! `fit`: no rating, but the three wishes of a student report in their order.

use super::kind::{Depth, Method, Search, SearchKind, Unseen};
use crate::game::moves::Move;
use crate::rating::features::Reading;

pub(super) static KIND: SearchKind = SearchKind {
    name: "fit",
    summary: "No rating: a placement that makes no hole; of those the lowest; then the smoothest \
              (student report).",
    depth: Depth::Fixed(1),
    visible: 1,
    method: Method::Tree(Unseen::Ignored),
    score: Some(score),
};

impl Search {
    /// No rating: a placement that makes no hole; of those the lowest; then the smoothest (student
    /// report).
    pub const FIT: Search = KIND.with_depth(1);
}

/// No new hole before all, then the lowest pile, then the smoothest.
fn score(played: &Move) -> i32 {
    let read = |name| {
        Reading::named(name)
            .expect("the feature exists")
            .raw(played, 0)
    };
    let makes_hole = i32::from(read("delta-holes") > 0);
    -(makes_hole << 20) - (read("max-height") << 12) - read("height-differences")
}
