//! Features: numbers read off a move.
//!
//! Every feature stands in one place with its name, its source, its definition, its reference code,
//! its [`Slot`] and its tests. Where papers and programs differ, the programs' meaning is taken,
//! because the published scores were measured with them.
//!
//! A feature of one's own is a `static` made with [`Feature::new`]; see there.

mod cells;
mod heights;
mod holes;
mod moves;
mod reading;
mod slot;
#[cfg(test)]
pub(crate) mod testing;
mod transitions;
mod wells;
mod xtris;

use std::fmt;

use crate::game::board::{Board, SPARE_ROWS, Size};
use crate::game::moves::Move;
pub(crate) use moves::MOST_REMOVED;
pub use reading::{Reading, UnknownFeature};
pub use slot::Slot;

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
    /// The least and greatest whole number that the code can read on a board of this extent.
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

/// How the whole number that the code reads becomes the value of the feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// It is the value.
    One,
    /// It counts halves.
    Half,
    /// It counts parts of the width: a mean over the columns.
    Width,
    /// It counts parts of the width squared.
    WidthSquared,
    /// A true ratio of two whole numbers.
    Ratio,
    /// Number `i` of five radial functions of the mean height, of which the code reads the sum.
    Radial,
}

impl Unit {
    /// What the whole number is divided by, if that is all there is to it.
    pub fn divisor(self, size: Size) -> Option<i32> {
        let width = size.width() as i32;
        match self {
            Unit::One => Some(1),
            Unit::Half => Some(2),
            Unit::Width => Some(width),
            Unit::WidthSquared => Some(width * width),
            Unit::Ratio | Unit::Radial => None,
        }
    }

    /// Whether all values are multiples of one number.
    pub fn is_discrete(self) -> bool {
        !matches!(self, Unit::Ratio | Unit::Radial)
    }

    /// The value that a whole number stands for. Ratios have no such number: they are read by
    /// [`Reading::value`].
    pub fn value(self, raw: i32, index: usize, size: Size) -> f64 {
        match self.divisor(size) {
            Some(divisor) => f64::from(raw) / f64::from(divisor),
            None => heights::radial(raw, index, size),
        }
    }
}

/// How many values a feature has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// One.
    One,
    /// One a column.
    Columns,
    /// One a pair of neighbouring columns.
    Pairs,
    /// A fixed number.
    Fixed(usize),
}

impl Count {
    /// The number on a board of this width.
    pub fn on(self, width: usize) -> usize {
        match self {
            Count::One => 1,
            Count::Columns => width,
            Count::Pairs => width - 1,
            Count::Fixed(count) => count,
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
    /// A ratio off the board: numerator and denominator; 0 where the denominator is.
    Ratio(fn(&Board) -> (i32, i32)),
}

impl Feature {
    /// A feature of one's own: one whole number, on the reference path.
    ///
    /// What `read` gives has to stay within `range` on every board of the extent, whatever the
    /// move: scores are scaled by it, and tables are as long.
    ///
    /// ```
    /// use tetrarium_engine::features::{Feature, Read, Reading};
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
    pub const fn with_slot(mut self, slot: Slot) -> Feature {
        self.slot = Some(slot);
        self
    }

    /// Whether it is one of [`FEATURES`], which files can name.
    pub fn is_in_catalogue(&self) -> bool {
        FEATURES.iter().any(|feature| std::ptr::eq(*feature, self))
    }

    /// Whether it reads the board alone.
    pub fn kind(&self) -> Kind {
        match self.read {
            Read::Move(_) => Kind::Move,
            _ => Kind::Board,
        }
    }

    /// The whole number behind value `index` of the feature after a move; for a ratio its
    /// numerator.
    pub fn raw(&self, played: &Move, index: usize) -> i32 {
        match self.read {
            Read::Move(read) => read(played),
            _ => self.raw_of_board(played.board(), played.skipped_rows(), index),
        }
    }

    fn raw_of_board(&self, board: &Board, skipped: u32, index: usize) -> i32 {
        match self.read {
            Read::Board(read) => read(board),
            Read::Indexed(read) => read(board, index),
            Read::Skipping(read) => read(board, skipped),
            Read::Ratio(read) => read(board).0,
            Read::Move(_) => unreachable!("a move feature is never read off a board alone"),
        }
    }

    fn value_of_board(&self, board: &Board, skipped: u32, index: usize) -> f64 {
        match self.read {
            Read::Ratio(read) => match read(board) {
                (_, 0) => 0.0,
                (over, under) => f64::from(over) / f64::from(under),
            },
            _ => {
                let raw = self.raw_of_board(board, skipped, index);
                self.unit.value(raw, index, board.size())
            }
        }
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

/// All features, in the order of the catalogue.
pub static FEATURES: &[&Feature] = &[
    &heights::MAX_HEIGHT,
    &holes::HOLES,
    &heights::COLUMN_HEIGHT,
    &heights::COLUMN_DIFFERENCE,
    &moves::LANDING_HEIGHT,
    &transitions::CELL_TRANSITIONS,
    &wells::DEEP_WELLS,
    &xtris::EMBEDDED_HOLES,
    &heights::HEIGHT_DIFFERENCES,
    &heights::MEAN_HEIGHT,
    &moves::REMOVED_LINES,
    &cells::HEIGHT_WEIGHTED_CELLS,
    &wells::WELLS,
    &cells::FULL_CELLS,
    &moves::ERODED_PIECE_CELLS,
    &transitions::ROW_TRANSITIONS,
    &transitions::COLUMN_TRANSITIONS,
    &wells::CUMULATIVE_WELLS,
    &wells::CUMULATIVE_WELLS_FAST,
    &heights::MIN_HEIGHT,
    &heights::MAX_MINUS_MEAN_HEIGHT,
    &heights::MEAN_MINUS_MIN_HEIGHT,
    &holes::MEAN_HOLE_DEPTH,
    &heights::MAX_HEIGHT_DIFFERENCE,
    &holes::ADJACENT_COLUMN_HOLES,
    &wells::MAX_WELL_DEPTH,
    &holes::HOLE_DEPTH,
    &holes::ROWS_WITH_HOLES,
    &heights::PATTERN_DIVERSITY,
    &wells::WELL_CELLS,
    &moves::CONSTANT,
    &cells::MEAN_CELL_HEIGHT,
    &heights::SQUARED_HEIGHT_DIFFERENCES,
    &moves::SUICIDE,
    &heights::SUM_HEIGHT,
    &xtris::FRONTIER,
    &xtris::FRONTIER_XTRIS,
    &xtris::PIT,
    &xtris::DROP,
    &moves::LOST,
    &wells::PIT_DEPTHS,
    &heights::HEIGHT_DEVIATION,
    &heights::HEIGHT_RBF,
    &holes::SURROUNDED_HOLES,
];

/// Features that papers name but do not define, and why a controller cannot use them.
pub static UNDEFINED: [(&str, &str); 1] = [(
    "jags",
    "Lippmann et al. (1993) name it, but no source defines it",
)];

#[cfg(test)]
mod tests {
    use super::testing::*;
    use super::*;
    use crate::game::piece::Piece;

    const PILE: &str = "
        |    |
        |    |
        |#  #|
        |## #|
        ------";

    #[test]
    fn names_are_unique_and_found() {
        let mut names: Vec<&str> = FEATURES
            .iter()
            .flat_map(|f| [&[f.name], f.aliases].concat())
            .collect();
        for name in &names {
            assert!(Reading::named(name).is_ok());
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn a_delta_is_the_difference_of_after_and_before() {
        // An O onto the left: one hole more, two rows higher.
        let played = dropped(PILE, Piece::O, 0, 0, &[]);
        assert_eq!(after("delta-holes", &played), 1.0);
        assert_eq!(after("delta-max-height", &played), 2.0);
        assert_eq!(
            after("delta-mean-height", &played),
            (4.0 + 4.0 + 0.0 + 2.0) / 4.0 - 5.0 / 4.0
        );
        assert_eq!(after("squared-delta-max-height", &played), 4.0);
        assert_eq!(after("squared-max-height", &played), 16.0);
    }

    #[test]
    fn squared_height_differences_is_the_catalogue_s_own() {
        let played = dropped(PILE, Piece::O, 0, 0, &[]);
        // Heights 4 4 0 2: 0 + 16 + 4, not (0 + 4 + 2)².
        assert_eq!(after("squared-height-differences", &played), 20.0);
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        let error = |name| Reading::named(name).unwrap_err().to_string();
        assert!(error("jags").contains("no source defines it"));
        assert!(error("delta-landing-height").contains("reads the move"));
        assert!(error("hole").contains("did you mean `holes`?"));
        assert!(error("delta-delta-holes").contains("there is no feature"));
    }
}
