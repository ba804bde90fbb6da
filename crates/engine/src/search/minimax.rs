//! `minimax`: the best worst case over the pieces that are not seen.

use super::kind::{Depth, MAX_DEPTH, Method, Search, SearchKind, Unseen};

pub(super) static KIND: SearchKind = SearchKind {
    name: "minimax",
    summary: "The best worst case over the pieces that are not seen, looking at DEPTH pieces.",
    depth: Depth::Chosen,
    visible: 1,
    method: Method::Tree(Unseen::Worst),
    score: None,
};

impl Search {
    /// The best worst case over the pieces that are not seen, looking at DEPTH pieces.
    ///
    /// # Panics
    ///
    /// If the depth is not from 1 to [`MAX_DEPTH`].
    pub const fn minimax(depth: u8) -> Search {
        assert!(
            1 <= depth && depth <= MAX_DEPTH,
            "a search looks at 1 to 4 pieces"
        );
        KIND.with_depth(depth)
    }
}
