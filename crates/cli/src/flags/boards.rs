//! Drawn boards.

use std::path::Path;

use tetrarium_engine::{Board, Size};

use crate::failure::{Failure, read_text, shown};
use crate::flags::rules::RuleFlags;

/// The board that is drawn in a file, or on standard input for `-`. It has the size of the picture;
/// where `--board` is given it has that size, `size`, and the drawn cells stand on its floor.
pub fn read(path: &Path, flags: &RuleFlags, size: Size) -> Result<Board, Failure> {
    let text = read_text(path)?;
    let refused = |error| Failure::input(format!("{}: {error}", shown(path)));
    match flags.given("board") {
        Some(_) => Board::from_picture(&text, size).map_err(refused),
        None => text.parse().map_err(refused),
    }
}
