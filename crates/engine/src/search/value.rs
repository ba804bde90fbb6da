//! What a search thinks of a first move.

use crate::game::placement::Landing;

/// The value of a first move to a search: the higher, the better.
///
/// Where suicide is avoided, fewer pieces that will fit nowhere come before any rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// How many of the possible futures, by weight, end with a piece that fits nowhere.
    pub doom: u64,
    /// The sum of the scores of the others, by weight.
    pub score: i128,
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other
            .doom
            .cmp(&self.doom)
            .then(self.score.cmp(&other.score))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A first move and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Where the piece would come to rest.
    pub landing: Landing,
    /// What the search thinks of it; none if it ends the game and such moves are not considered.
    pub value: Option<Value>,
}
