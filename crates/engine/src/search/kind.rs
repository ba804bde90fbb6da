//! What a search is: one of the kinds, and how many pieces it looks at.

use std::fmt;

use super::value::Candidate;
use crate::game::moves::Move;
use crate::game::state::View;
use crate::search::rater::Rater;

/// The deepest search: the averages of deeper ones do not fit the whole numbers that keep them
/// exact.
pub const MAX_DEPTH: u8 = 4;

/// A kind of search: everything that is known of it. The kinds known by name are
/// [`SEARCHES`](super::SEARCHES).
#[non_exhaustive]
#[derive(Debug)]
pub struct SearchKind {
    /// Its name in files and flags.
    pub name: &'static str,
    /// What it chooses, in a sentence.
    pub summary: &'static str,
    /// How many pieces it looks at.
    pub depth: Depth,
    /// How many pieces the player has to see for the search to work as it is meant to.
    pub visible: u8,
    /// How it finds the values of first moves.
    pub method: Method,
    /// What scores a move in place of the controller's rating; none if the search needs a rating.
    pub score: Option<fn(&Move) -> i32>,
}

/// How many pieces a search looks at, the current one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Always as many.
    Fixed(u8),
    /// From one piece to [`MAX_DEPTH`]: its controller says how many; two where it does not.
    Chosen,
}

/// How a search finds the values of first moves.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub enum Method {
    /// The tree of all placements of all pieces looked at, which kernels and devices know.
    Tree(Unseen),
    /// A function of its own: the candidates of a view, given the depth.
    Own(fn(&Rater, &View, u8) -> Vec<Candidate>),
}

/// What a tree makes of pieces that the player does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// It ends before them.
    Ignored,
    /// Their average, by the weights of the piece source.
    Averaged,
    /// The worst of them.
    Worst,
}

/// How ratings become a move: a kind of search and a depth.
///
/// Its text in flags is what [`str::parse`] reads; in records and tables it is printed in words.
///
/// ```
/// use tetrarium_engine::Search;
/// let search: Search = "expectimax:3".parse().unwrap();
/// assert_eq!(search, Search::expectimax(3));
/// assert_eq!(search.to_string(), "expectimax of depth 3");
/// assert_eq!("two-piece".parse(), Ok(Search::TWO_PIECE));
/// ```
#[derive(Clone, Copy)]
pub struct Search {
    kind: &'static SearchKind,
    depth: u8,
}

/// A depth that a search cannot have.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DepthError {
    /// The search always looks at the same number of pieces.
    #[error("the search {0} has no depth: leave it out")]
    Fixed(&'static str),
    /// Too few pieces or too many.
    #[error("depth = {0} is not possible: a search looks at 1 to {MAX_DEPTH} pieces")]
    Range(i64),
}

impl SearchKind {
    /// A search of one's own, by a function that gives the candidates of a view at a depth. It
    /// needs a rating, which the function finds in the rater.
    pub const fn own(
        name: &'static str,
        summary: &'static str,
        depth: Depth,
        candidates: fn(&Rater, &View, u8) -> Vec<Candidate>,
    ) -> SearchKind {
        SearchKind {
            name,
            summary,
            depth,
            visible: 1,
            method: Method::Own(candidates),
            score: None,
        }
    }

    /// The search of this kind with a depth; where none is given, with the one it always has, or
    /// two.
    ///
    /// # Errors
    ///
    /// If the kind has no depth to choose, or the depth is not from 1 to [`MAX_DEPTH`].
    pub fn search(&'static self, depth: Option<i64>) -> Result<Search, DepthError> {
        let depth = match (self.depth, depth) {
            (Depth::Fixed(depth), None) => depth,
            (Depth::Fixed(_), Some(_)) => return Err(DepthError::Fixed(self.name)),
            (Depth::Chosen, None) => 2,
            (Depth::Chosen, Some(depth)) => u8::try_from(depth)
                .ok()
                .filter(|depth| (1..=MAX_DEPTH).contains(depth))
                .ok_or(DepthError::Range(depth))?,
        };
        Ok(self.with_depth(depth))
    }

    /// The search of this kind with a depth that it can have.
    pub(super) const fn with_depth(&'static self, depth: u8) -> Search {
        Search { kind: self, depth }
    }
}

impl Search {
    /// Its kind.
    pub fn kind(self) -> &'static SearchKind {
        self.kind
    }

    /// The name of its kind.
    pub fn name(self) -> &'static str {
        self.kind.name
    }

    /// How many pieces it looks at, the current one included, if it sees that many.
    pub fn depth(self) -> u8 {
        self.depth
    }

    /// The depth, where that is the controller's to choose.
    pub fn chosen_depth(self) -> Option<u8> {
        (self.kind.depth == Depth::Chosen).then_some(self.depth)
    }

    /// How it finds the values of first moves.
    #[inline]
    pub fn method(self) -> Method {
        self.kind.method
    }

    /// Whether it rates the placements of the current piece and looks no further.
    #[inline]
    pub fn is_greedy(self) -> bool {
        self.depth == 1 && matches!(self.kind.method, Method::Tree(_))
    }

    /// Whether it uses a rating, so that a controller with it has to have one.
    pub fn needs_rating(self) -> bool {
        self.kind.score.is_none()
    }

    /// How many pieces the player has to see for the search to work as it is meant to.
    pub fn visible(self) -> u8 {
        self.kind.visible
    }
}

/// Kinds are told apart by their place in memory: two of one name are still two.
impl PartialEq for Search {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.kind, other.kind) && self.depth == other.depth
    }
}

impl Eq for Search {}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Search({self})")
    }
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name())?;
        match self.chosen_depth() {
            Some(depth) => write!(f, " of depth {depth}"),
            None => Ok(()),
        }
    }
}
