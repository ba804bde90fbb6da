//! What a feature is.

use std::fmt;

use super::{Count, Slot, Unit};
use crate::game::board::{Board, SPARE_ROWS, Size};
use crate::game::moves::Move;

/// What a feature reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The board alone.
    Board,
    /// The move too: the piece, where it landed, the rows it cleared.
    Move,
}

/// A feature: its name, source, definition and reference code.
///
/// A feature is itself, not its name: two features are the same only if they are the same `static`.
#[non_exhaustive]
pub struct Feature {
    /// The name, the same everywhere.
    pub name: &'static str,
    /// Other names for the same number.
    pub aliases: &'static [&'static str],
    /// Its number in table 2.1 of Amundsen (2014), or empty.
    pub number: &'static str,
    /// Who used it first, as far as is known; empty for a feature of one's own.
    pub source: &'static str,
    /// What it is, in a sentence or two.
    pub definition: &'static str,
    /// How the whole number that the code reads becomes the feature's value.
    pub unit: Unit,
    /// How many values it has, each with a weight of its own.
    pub count: Count,
    /// The least and greatest whole number that the code can read on a board of this extent. Of a
    /// composed feature these are bounds on all boards; [`Reading::range`](super::Reading::range)
    /// has those on one.
    pub range: fn(Extent) -> (i32, i32),
    /// The whole number that kernels and the GPU read in place of the reference code; none if the
    /// feature is played on the reference path alone.
    pub slot: Option<Slot>,
    /// The reference code.
    pub read: Read,
}

/// The board as the bounds of a feature see it.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Number of columns.
    pub width: i32,
    /// Rows of the board proper.
    pub height: i32,
    /// Rows, with those above in which an overflowing piece comes to rest.
    pub rows: i32,
}

impl From<Size> for Extent {
    fn from(size: Size) -> Self {
        Extent {
            width: size.width() as i32,
            height: size.height() as i32,
            rows: (size.height() + SPARE_ROWS) as i32,
        }
    }
}

/// The reference code of a feature.
#[derive(Clone, Copy)]
pub enum Read {
    /// Off the board.
    Board(fn(&Board) -> i32),
    /// Off the board, one value for each index.
    Indexed(fn(&Board, usize) -> i32),
    /// Off the board, passing over some rows (bit `y` for row `y`): the full ones where the board
    /// is rated before they go.
    Skipping(fn(&Board, u32) -> i32),
    /// Off the move.
    Move(fn(&Move) -> i32),
    /// Off the move, one value for each index.
    IndexedMove(fn(&Move, usize) -> i32),
    /// A ratio off the board: numerator and denominator; 0 where the denominator is.
    Ratio(fn(&Board) -> (i32, i32)),
    /// Made of the values of other features.
    Composed(&'static dyn Composition),
}

/// How the value of a composed feature is made of those of others.
pub trait Composition: Send + Sync {
    /// Whether the board alone is read.
    fn kind(&self) -> Kind;

    /// The value after a move.
    fn value(&self, played: &Move) -> f64;

    /// The value on a board of a feature that reads the board alone, passing over some rows.
    fn value_of_board(&self, board: &Board, skipped: u32) -> f64;

    /// Bounds of the value on a board of this size.
    fn range(&self, size: Size) -> (i32, i32);
}

impl Feature {
    /// A feature of one's own: one whole number, on the reference path.
    ///
    /// What `read` gives has to stay within `range` on every board of the extent, whatever the
    /// move: scores are scaled by it, and tables are as long.
    ///
    /// ```
    /// use tetrarium_engine::{Feature, Reading};
    /// use tetrarium_engine::features::Read;
    ///
    /// static FULL_COLUMNS: Feature = Feature::new(
    ///     "full-columns",
    ///     "The columns that reach the top of the board.",
    ///     Read::Board(|board| {
    ///         let top = board.height() as i32;
    ///         board.heights().filter(|height| *height >= top).count() as i32
    ///     }),
    ///     |extent| (0, extent.width),
    /// );
    /// let reading = Reading::from(&FULL_COLUMNS);
    /// assert_eq!(reading.to_string(), "own:full-columns");
    /// ```
    pub const fn new(
        name: &'static str,
        definition: &'static str,
        read: Read,
        range: fn(Extent) -> (i32, i32),
    ) -> Feature {
        Feature {
            name,
            aliases: &[],
            number: "",
            source: "",
            definition,
            unit: Unit::One,
            count: Count::One,
            range,
            slot: None,
            read,
        }
    }

    /// The same feature in another unit.
    pub const fn with_unit(mut self, unit: Unit) -> Feature {
        self.unit = unit;
        self
    }

    /// The same feature with several values.
    pub const fn with_count(mut self, count: Count) -> Feature {
        self.count = count;
        self
    }

    /// The same feature, which kernels and the GPU read from a slot. See [`Slot`] for what the
    /// feature promises by this.
    ///
    /// ```
    /// use tetrarium_engine::Feature;
    /// use tetrarium_engine::features::{Read, Slot};
    ///
    /// static HEIGHTS: Feature = Feature::new(
    ///     "heights",
    ///     "The sum of the heights of the columns.",
    ///     Read::Board(|board| board.heights().sum()),
    ///     |extent| (0, extent.width * extent.rows),
    /// )
    /// .with_slot(Slot::SumHeight);
    /// ```
    pub const fn with_slot(mut self, slot: Slot) -> Feature {
        self.slot = Some(slot);
        self
    }

    /// Whether its values are numbers of patterns, for which only tables make sense.
    pub fn is_pattern(&self) -> bool {
        let patterns = [Slot::Surface4, Slot::Surface5, Slot::Cover];
        self.slot.is_some_and(|slot| patterns.contains(&slot))
    }

    /// Whether it reads the board alone.
    pub fn kind(&self) -> Kind {
        match self.read {
            Read::Move(_) | Read::IndexedMove(_) => Kind::Move,
            Read::Composed(composition) => composition.kind(),
            _ => Kind::Board,
        }
    }

    /// The whole number behind value `index` of the feature after a move; for a ratio its
    /// numerator, for a composed feature that is no whole number its whole part.
    pub fn raw(&self, played: &Move, index: usize) -> i32 {
        match self.read {
            Read::Move(read) => read(played),
            Read::IndexedMove(read) => read(played, index),
            Read::Composed(composition) => composition.value(played) as i32,
            _ => self.raw_of_board(played.board(), played.skipped_rows(), index),
        }
    }

    pub(super) fn raw_of_board(&self, board: &Board, skipped: u32, index: usize) -> i32 {
        match self.read {
            Read::Board(read) => read(board),
            Read::Indexed(read) => read(board, index),
            Read::Skipping(read) => read(board, skipped),
            Read::Ratio(read) => read(board).0,
            Read::Composed(composition) => composition.value_of_board(board, skipped) as i32,
            Read::Move(_) | Read::IndexedMove(_) => {
                unreachable!("a move feature is never read off a board alone")
            }
        }
    }

    pub(super) fn value_of_board(&self, board: &Board, skipped: u32, index: usize) -> f64 {
        match self.read {
            Read::Ratio(read) => match read(board) {
                (_, 0) => 0.0,
                (over, under) => f64::from(over) / f64::from(under),
            },
            Read::Composed(composition) => composition.value_of_board(board, skipped),
            _ => {
                let raw = self.raw_of_board(board, skipped, index);
                self.unit.value(raw, index, board.size())
            }
        }
    }

    /// The whole number that [`Feature::on_board`] is made of; none for a feature of the move.
    pub fn raw_on_board(&self, board: &Board, index: usize) -> Option<i32> {
        (self.kind() == Kind::Board).then(|| self.raw_of_board(board, 0, index))
    }

    /// Value `index` of a feature of the board on a board as it stands; none for features of the
    /// move.
    pub fn on_board(&self, board: &Board, index: usize) -> Option<f64> {
        (self.kind() == Kind::Board).then(|| self.value_of_board(board, 0, index))
    }
}

impl fmt::Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)
    }
}
