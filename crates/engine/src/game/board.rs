//! The board: columns as bit masks.

use std::fmt;
use std::str::FromStr;

use crate::game::piece::Shape;

/// The widest board.
pub const MAX_WIDTH: usize = 16;
/// The highest board. A column is a word of 32 bits, and a piece that overflows needs four rows
/// above.
pub const MAX_HEIGHT: usize = 28;
/// The smallest width and height.
pub const MIN_SIDE: usize = 4;
/// Rows above the board in which an overflowing piece may come to rest.
pub const SPARE_ROWS: usize = 4;

/// Width and height of a board, both within the range that the engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// A text that is not a size, or a size out of range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// The text is not two numbers.
    #[error("`{0}` is not a board size: write width x height, for example 10x20")]
    Unreadable(String),
    /// The width or the height is out of range.
    #[error(
        "a board of {0}x{1} is out of range: widths from {MIN_SIDE} to {MAX_WIDTH} and heights from {MIN_SIDE} to {MAX_HEIGHT} can be played"
    )]
    OutOfRange(usize, usize),
}

impl Size {
    /// The standard board.
    pub const STANDARD: Size = Size {
        width: 10,
        height: 20,
    };

    /// A board size.
    ///
    /// # Errors
    ///
    /// If the width or the height is out of range.
    pub fn new(width: usize, height: usize) -> Result<Size, SizeError> {
        if (MIN_SIDE..=MAX_WIDTH).contains(&width) && (MIN_SIDE..=MAX_HEIGHT).contains(&height) {
            Ok(Size {
                width: width as u8,
                height: height as u8,
            })
        } else {
            Err(SizeError::OutOfRange(width, height))
        }
    }

    /// Number of columns.
    pub fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    pub fn height(self) -> usize {
        self.height as usize
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = SizeError;
    fn from_str(text: &str) -> Result<Size, SizeError> {
        let unreadable = || SizeError::Unreadable(text.to_string());
        let (width, height) = text
            .split_once(['x', 'X', '×', '*'])
            .ok_or_else(unreadable)?;
        let number = |part: &str| part.trim().parse::<usize>().map_err(|_| unreadable());
        Size::new(number(width)?, number(height)?)
    }
}

/// A board: which cells are full.
///
/// Column `x` counts from the left, row `y` from the bottom. The rows from the board's height
/// upwards are empty except after a move that overflows.
///
/// ```
/// use tetrarium_engine::Board;
/// let board: Board = "
///     |    |
///     |#   |
///     |# ##|
///     |#  #|
///     ------".parse().unwrap();
/// assert_eq!(board.column_height(0), 3);
/// assert!(board.is_full(2, 1) && !board.is_full(2, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    columns: [u32; MAX_WIDTH],
}

/// Zeros, then ones. From entry `MAX_WIDTH - width` on it has a zero for each column of a board and
/// ones for the columns beyond its width.
static BEYOND: [u32; 2 * MAX_WIDTH] = {
    let mut entries = [0; 2 * MAX_WIDTH];
    let mut i = MAX_WIDTH;
    while i < 2 * MAX_WIDTH {
        entries[i] = u32::MAX;
        i += 1;
    }
    entries
};

impl Board {
    /// An empty board.
    pub fn empty(size: Size) -> Board {
        Board {
            size,
            columns: [0; MAX_WIDTH],
        }
    }

    /// A board of the given columns, bit `y` of a column being its cell in row `y`. Cells of
    /// columns beyond the width are dropped.
    pub fn from_columns(size: Size, columns: &[u32]) -> Board {
        let mut board = Board::empty(size);
        for (to, from) in board.columns[..size.width()].iter_mut().zip(columns) {
            *to = *from;
        }
        board
    }

    /// The size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.size.width()
    }

    /// Number of rows, not counting those above in which an overflowing piece comes to rest.
    pub fn height(&self) -> usize {
        self.size.height()
    }

    /// The columns, from the left; bit `y` is the cell in row `y`.
    pub fn columns(&self) -> &[u32] {
        &self.columns[..self.width()]
    }

    /// The columns, followed by empty ones up to the greatest width.
    pub(crate) fn all_columns(&self) -> &[u32; MAX_WIDTH] {
        &self.columns
    }

    /// The same, to be changed: what lies beyond the width stays empty.
    pub(crate) fn all_columns_mut(&mut self) -> &mut [u32; MAX_WIDTH] {
        &mut self.columns
    }

    /// Whether the cell is full.
    pub fn is_full(&self, x: usize, y: usize) -> bool {
        self.columns()[x] >> y & 1 == 1
    }

    /// Fills a cell.
    pub fn fill(&mut self, x: usize, y: usize) {
        let width = self.width();
        self.columns[..width][x] |= 1 << y;
    }

    /// Height of a column: the row of its highest full cell plus one, 0 if it is empty.
    pub fn column_height(&self, x: usize) -> usize {
        height_of(self.columns()[x])
    }

    /// The heights of all columns, from the left.
    pub fn heights(&self) -> impl Iterator<Item = i32> + Clone + '_ {
        self.columns().iter().map(|&c| height_of(c) as i32)
    }

    /// The height of the highest column.
    pub fn max_height(&self) -> usize {
        height_of(self.columns().iter().fold(0, |all, column| all | column))
    }

    /// The full rows, bit `y` standing for row `y`.
    #[inline]
    pub fn full_rows(&self) -> u32 {
        // All columns, with those beyond the width counted as full: a loop of a fixed length is
        // faster than one over the width.
        let beyond = &BEYOND[MAX_WIDTH - self.width()..];
        self.columns
            .iter()
            .zip(beyond)
            .fold(u32::MAX, |all, (column, beyond)| all & (column | beyond))
    }

    /// Number of full cells.
    pub fn full_cells(&self) -> u32 {
        self.columns().iter().map(|c| c.count_ones()).sum()
    }

    /// The board without the given rows; the rows above them move down.
    pub fn without_rows(mut self, rows: u32) -> Board {
        let mut left = rows;
        while left != 0 {
            // The topmost row goes first, so that the rows still to be removed keep their place.
            let row = left.ilog2();
            let below = (1u32 << row) - 1;
            for column in &mut self.columns {
                *column = *column & below | *column >> 1 & !below;
            }
            left &= below;
        }
        self
    }

    /// The row in which the floor of a shape's box comes to rest when it is dropped straight down
    /// with the left edge of its box at `column`.
    ///
    /// # Panics
    ///
    /// If the shape does not stand within the sides of the board.
    pub fn landing_row(&self, shape: &Shape, column: usize) -> usize {
        (0..shape.width as usize)
            .map(|dx| {
                let bottom = shape.bottom(dx) as usize;
                self.column_height(column + dx).saturating_sub(bottom)
            })
            .max()
            .expect("a shape has columns")
    }

    /// The board with a shape added; the lower left corner of its box is at (`column`, `row`).
    pub fn with_shape(mut self, shape: &Shape, column: usize, row: usize) -> Board {
        self.add_shape(shape, column, row);
        self
    }

    /// Adds a shape; the lower left corner of its box is at (`column`, `row`).
    #[inline]
    pub(crate) fn add_shape(&mut self, shape: &Shape, column: usize, row: usize) {
        // Columns beyond the shape's width are 0 and add nothing, even where they wrap around.
        for (dx, cells) in shape.columns.iter().enumerate() {
            self.columns[(column + dx) % MAX_WIDTH] |= u32::from(*cells) << row;
        }
    }

    /// The board mirrored left to right.
    pub fn mirrored(mut self) -> Board {
        let width = self.width();
        self.columns[..width].reverse();
        self
    }
}

/// The height of a column given as a bit mask.
pub fn height_of(column: u32) -> usize {
    (u32::BITS - column.leading_zeros()) as usize
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} board\n{self}", self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_above_removed_rows_move_down() {
        let board: Board = "
            |#   |
            |####|
            |#  #|
            |####|
            ------"
            .parse()
            .unwrap();
        assert_eq!(board.full_rows(), 0b0101);
        let expected: Board = "
            |    |
            |    |
            |#   |
            |#  #|
            ------"
            .parse()
            .unwrap();
        assert_eq!(board.without_rows(board.full_rows()), expected);
        assert_eq!(board.without_rows(0), board);
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        assert!("10x20".parse::<Size>().is_ok());
        assert!("16×28".parse::<Size>().is_ok());
        for text in ["3x20", "17x20", "10x29", "10x3", "10", "axb", "", "10x-1"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }

    #[test]
    fn shapes_land_on_the_first_full_cell_below() {
        let board: Board = "
            |    |
            |#   |
            |#   |
            |# # |
            ------"
            .parse()
            .unwrap();
        let tee = &crate::Piece::T.orientations()[3]; // XXX/.X.
        assert_eq!(board.landing_row(tee, 1), 1);
        assert_eq!(board.landing_row(tee, 0), 2);
    }
}
