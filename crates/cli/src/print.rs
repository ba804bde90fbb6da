//! The output: tables, measurements, progress.

pub mod answers;
pub mod compared;
pub mod drawing;
pub mod estimated;
pub mod expected;
pub mod explained;
pub mod fields;
pub mod following;
pub mod measured;
pub mod outcome;
pub mod page;
pub mod progress;
pub mod status;
pub mod table;
pub mod text;
pub mod training_display;

use tetrarium_engine::rating::RatingKind;
use tetrarium_engine::search::{Depth, MAX_DEPTH, SearchKind};

use crate::style::Style;
use crate::terminal;

/// The description of a kind of search.
pub fn search_words(kind: &SearchKind) -> String {
    let depth = match kind.depth {
        Depth::Fixed(depth) => format!("depth {depth}"),
        Depth::Chosen => format!("depth 1 to {MAX_DEPTH}, 2 by default"),
    };
    format!(
        "{} {}\n            {depth}\n",
        Style::Bold.on(&format!("{:11}", kind.name)),
        terminal::wrapped(kind.summary, 12)
    )
}

/// The description of a kind of rating, with the sections that hold its numbers in a file.
pub fn rating_words(kind: &RatingKind) -> String {
    let sections = kind.forms.iter().flat_map(|form| form.sections);
    let sections: Vec<&str> = sections.map(|(name, _)| *name).collect();
    format!(
        "{} {}\n            {}\n",
        Style::Bold.on(&format!("{:11}", kind.name)),
        terminal::wrapped(kind.summary, 12),
        sections.join(", ")
    )
}
