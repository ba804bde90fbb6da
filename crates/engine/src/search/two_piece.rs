//! `two-piece`: the best-rated pair of placements of the two pieces that are seen.

use super::kind::{Depth, Method, Search, SearchKind, Unseen};

pub(super) static KIND: SearchKind = SearchKind {
    name: "two-piece",
    summary: "The best-rated pair of placements of the current piece and the next; \
              greedy where the next is not seen.",
    depth: Depth::Fixed(2),
    visible: 2,
    method: Method::Tree(Unseen::Ignored),
    score: None,
};

impl Search {
    /// The best-rated pair of placements of the current piece and the next; greedy where the next
    /// is not seen.
    pub const TWO_PIECE: Search = KIND.with_depth(2);
}
