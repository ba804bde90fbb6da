//! `greedy`: the best-rated placement of the current piece.

use super::kind::{Depth, Method, Search, SearchKind, Unseen};

pub(super) static KIND: SearchKind = SearchKind {
    name: "greedy",
    summary: "The best-rated placement of the current piece.",
    depth: Depth::Fixed(1),
    visible: 1,
    method: Method::Tree(Unseen::Ignored),
    score: None,
};

impl Search {
    /// The best-rated placement of the current piece.
    pub const GREEDY: Search = KIND.with_depth(1);
}
