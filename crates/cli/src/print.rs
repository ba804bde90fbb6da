//! What is printed: tables, measurements, progress.

pub mod following;
pub mod measured;
pub mod outcome;
pub mod page;
pub mod progress;
pub mod table;
pub mod text;
pub mod training_display;

use tetrarium_engine::search::{Depth, MAX_DEPTH, SearchKind};

/// A kind of search in a few lines.
pub fn search_words(kind: &SearchKind) -> String {
    let depth = match kind.depth {
        Depth::Fixed(depth) => format!("looks at {depth}"),
        Depth::Chosen => format!("looks at 1 to {MAX_DEPTH}, at 2 unless DEPTH says otherwise"),
    };
    format!(
        "{:11} {}\n            {depth}\n",
        kind.name,
        text::wrapped(kind.summary, 76, 12)
    )
}
