//! The output: tables, measurements, progress.

pub mod answers;
pub mod estimated;
pub mod expected;
pub mod fields;
pub mod following;
pub mod measured;
pub mod outcome;
pub mod page;
pub mod progress;
pub mod style;
pub mod table;
pub mod terminal;
pub mod text;
pub mod training_display;

use tetrarium_engine::rating::RatingKind;
use tetrarium_engine::search::{Depth, MAX_DEPTH, SearchKind};

/// The description of a kind of search.
pub fn search_words(kind: &SearchKind) -> String {
    let depth = match kind.depth {
        Depth::Fixed(depth) => format!("depth {depth}"),
        Depth::Chosen => format!("depth 1 to {MAX_DEPTH}, 2 by default"),
    };
    format!(
        "{:11} {}\n            {depth}\n",
        kind.name,
        text::wrapped(kind.summary, 76, 12)
    )
}

/// The description of a kind of rating, with the sections that hold its numbers in a file.
pub fn rating_words(kind: &RatingKind) -> String {
    let sections = kind.forms.iter().flat_map(|form| form.sections);
    let sections: Vec<&str> = sections.map(|(name, _)| *name).collect();
    format!(
        "{:11} {}\n            {}\n",
        kind.name,
        text::wrapped(kind.summary, 76, 12),
        sections.join(", ")
    )
}
