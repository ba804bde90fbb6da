//! Searches: how the ratings of moves become a move. One file for each kind, and one table of them.

mod expectimax;
pub(crate) mod fast;
mod fit;
mod greedy;
mod kind;
mod minimax;
mod packing;
mod rater;
mod reader;
mod tree;
mod two_piece;
mod value;

use std::str::FromStr;

use crate::game::state::View;
use crate::names::one_of;
use fast::Scratch;
use tree::{Survey, Values, no_values};

pub use kind::{Depth, DepthError, MAX_DEPTH, Method, Search, SearchKind, Unseen};
pub use rater::{Rater, Ratings};
pub use reader::FeatureReader;
pub use value::{Candidate, Value};

/// The kinds of search that are known by name.
pub static SEARCHES: &[&SearchKind] = &[
    &greedy::KIND,
    &two_piece::KIND,
    &expectimax::KIND,
    &minimax::KIND,
    &fit::KIND,
];

/// A text that names no search.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// No such kind.
    #[error("`{0}` is no search: a search is {kinds}", kinds = kinds())]
    UnknownKind(String),
    /// A depth that is no number.
    #[error("`{0}` is no depth: a search looks at 1 to {MAX_DEPTH} pieces")]
    NoNumber(String),
    /// A depth that the search cannot have.
    #[error(transparent)]
    Depth(#[from] DepthError),
}

/// The texts of all kinds: "greedy, …, expectimax:DEPTH, … or fit".
fn kinds() -> String {
    let text = |kind: &&SearchKind| match kind.depth {
        Depth::Fixed(_) => kind.name.to_string(),
        Depth::Chosen => format!("{}:DEPTH", kind.name),
    };
    one_of(&SEARCHES.iter().map(text).collect::<Vec<_>>())
}

impl SearchKind {
    /// The kind of this name.
    ///
    /// # Errors
    ///
    /// If no kind has the name; the error lists those there are.
    pub fn named(name: &str) -> Result<&'static SearchKind, SearchError> {
        SEARCHES
            .iter()
            .copied()
            .find(|kind| kind.name == name)
            .ok_or_else(|| SearchError::UnknownKind(name.to_string()))
    }
}

/// What a search thinks of every first move.
pub(crate) fn values(
    search: Search,
    rater: &Rater,
    scratch: &mut Option<Scratch>,
    view: &View,
) -> Values {
    let mut found = no_values();
    match search.method() {
        Method::Tree(unseen) => {
            let depth = (search.depth(), unseen);
            tree::survey(rater, scratch, view, depth, false, &mut found);
        }
        Method::Own(candidates) => {
            let (landings, values) = &mut found;
            let candidates = candidates(rater, view, search.depth());
            for (candidate, value) in candidates.iter().zip(values) {
                landings.push(candidate.landing);
                *value = candidate.value;
            }
        }
    }
    found
}

/// What a search thinks of every first move, exactly, and what it looks at.
pub(crate) fn survey(search: Search, rater: &Rater, view: &View) -> (Values, Survey) {
    let scratch = &mut rater.scratch();
    match search.method() {
        Method::Tree(unseen) => {
            let (mut found, depth) = (no_values(), (search.depth(), unseen));
            let survey = tree::survey(rater, scratch, view, depth, true, &mut found);
            (found, survey)
        }
        Method::Own(_) => {
            let survey = Survey {
                plies: search.depth().into(),
                futures: 1,
            };
            (values(search, rater, scratch, view), survey)
        }
    }
}

impl Search {
    /// The search of a named kind, with a depth where one is given.
    ///
    /// # Errors
    ///
    /// If no kind has the name, or the kind cannot have the depth.
    pub fn new(kind: &str, depth: Option<i64>) -> Result<Search, SearchError> {
        Ok(SearchKind::named(kind)?.search(depth)?)
    }
}

/// Reads `greedy`, `expectimax`, `expectimax:3` and, as records have it, `expectimax of depth 3`.
impl FromStr for Search {
    type Err = SearchError;

    fn from_str(text: &str) -> Result<Search, SearchError> {
        let Some((kind, depth)) = text.split_once(':').or(text.split_once(" of depth ")) else {
            return Search::new(text, None);
        };
        let number = depth.parse();
        let number = number.map_err(|_| SearchError::NoNumber(depth.to_string()))?;
        Search::new(kind, Some(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_search_is_read_back_from_its_text() {
        for kind in SEARCHES {
            let search = kind.search(None).unwrap();
            assert_eq!(kind.name.parse(), Ok(search));
            assert_eq!(search.to_string().parse(), Ok(search));
            if let Some(depth) = search.chosen_depth() {
                assert_eq!(format!("{}:{depth}", kind.name).parse(), Ok(search));
            }
        }
        assert_eq!("minimax of depth 4".parse(), Ok(Search::minimax(4)));
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |text: &str| text.parse::<Search>().unwrap_err().to_string();
        assert_eq!(
            error("guessing"),
            "`guessing` is no search: a search is greedy, two-piece, expectimax:DEPTH, minimax:DEPTH or fit"
        );
        assert!(error("greedy:2").contains("has no depth"));
        assert!(error("expectimax:5").contains("1 to 4 pieces"));
        assert!(error("expectimax:two").contains("`two` is no depth"));
    }

    #[test]
    fn kinds_of_one_name_are_told_apart() {
        static MINE: SearchKind =
            SearchKind::own("greedy", "Nothing.", Depth::Fixed(1), |_, _, _| Vec::new());
        assert_ne!(MINE.search(None).unwrap(), Search::GREEDY);
    }
}
