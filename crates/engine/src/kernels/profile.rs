//! An orientation of a piece as the kernels see it: constants for what it does to the columns it
//! falls on.
//!
//! All of them are in the coordinates of the piece's box: bit 0 is the row of its lowest cell. A
//! kernel shifts the columns of the board down by the row in which the box comes to rest and then
//! needs no other shift.

use super::columns::SPAN;
use crate::game::board::MAX_WIDTH;
use crate::game::piece::Shape;

/// Constants of an orientation.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    /// Width of the box.
    pub width: usize,
    /// Height of the box.
    pub height: i32,
    /// The highest row in which it may come to rest without standing out.
    pub limit: i32,
    /// Its sides: two for each row.
    pub sides: i32,
    /// Rows above the lowest.
    pub rise: i32,
    /// The cells of each column.
    pub cells: [u32; 4],
    /// How many they are.
    pub count: [i32; 4],
    /// Row of the lowest cell of each column; more than any height where there is no such column.
    pub bottom: [i32; 4],
    /// That row as a bit.
    pub floor: [i32; 4],
    /// Row above the highest cell of each column. The cells of a column have no gap.
    pub top: [i32; 4],
    /// The cells beside the piece, from the column left of the box to the one right of it: no cells
    /// of the piece, but with one to their left or right. None has both, for the cells of a row
    /// have no gap either.
    pub beside: [u32; 6],
    /// The cells of each column again, among columns without any: see [`Profile::at`].
    spread: [u32; SPREAD],
    /// Sum of the rows of the cells, the lowest counting 1.
    pub lift: i32,
    /// What well cells in the rows of the box add to `cumulative-wells` in each column of the
    /// piece, as a table over those rows: cells of the piece were well cells and are none any more;
    /// cells beside it become well cells. The depth of a cell in row i is i + 1 above the box's
    /// floor, and that floor's own depth `steep` times.
    pub wells: [[i8; 16]; 4],
    /// How many times the depth of the box's floor counts.
    pub steep: [[i8; 16]; 4],
    /// One more than the highest row below the piece's lowest cell of the column, or [`NONE`].
    pub under: [[i8; 16]; 4],
    /// Rows from the piece's top to the highest above it, it included; 0 if there is none.
    pub over: [[i8; 16]; 4],
}

/// Room for a board on either side.
const SPREAD: usize = 2 * MAX_WIDTH + SPAN;

/// Less than any height: no cell.
pub(crate) const NONE: i8 = -100;

/// The sum of the rows of the bits of each number from 0 to 15, the lowest counting 1.
pub(crate) const RISE: [i8; 16] = over_bits([1, 2, 3, 4]);
/// The height of each number from 0 to 15, [`NONE`] for 0.
pub(crate) const PEAK: [i8; 16] = [NONE, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4];

/// The table of the sums of what each bit counts.
const fn over_bits(of_bit: [i8; 4]) -> [i8; 16] {
    let mut table = [0; 16];
    let mut number = 0;
    while number < 16 {
        let mut bit = 0;
        while bit < 4 {
            if number >> bit & 1 == 1 {
                table[number] += of_bit[bit];
            }
            bit += 1;
        }
        number += 1;
    }
    table
}

impl Profile {
    /// The constants of a shape where piles may be as high as `ceiling`.
    pub fn new(shape: &Shape, ceiling: i32) -> Profile {
        let width = shape.width as usize;
        let cells = shape.columns.map(u32::from);
        let height = i32::from(shape.height);
        let mut profile = Profile {
            width,
            height,
            limit: ceiling - height,
            sides: 2 * height,
            rise: height - 1,
            cells,
            count: cells.map(|column| column.count_ones() as i32),
            bottom: [i32::from(u8::MAX); 4],
            floor: [0; 4],
            top: cells.map(|column| (u32::BITS - column.leading_zeros()) as i32),
            beside: [0; 6],
            spread: [0; SPREAD],
            lift: 0,
            wells: [[0; 16]; 4],
            steep: [[0; 16]; 4],
            under: [[NONE; 16]; 4],
            over: [[0; 16]; 4],
        };
        // Column k of the box, empty outside it.
        let column = |k: isize| match usize::try_from(k) {
            Ok(k) if k < width => cells[k],
            _ => 0,
        };
        for (at, beside) in profile.beside[..width + 2].iter_mut().enumerate() {
            let k = at as isize - 1;
            *beside = (column(k - 1) | column(k + 1)) & !column(k);
        }
        for (k, &here) in cells.iter().enumerate().take(width) {
            let (bottom, top) = (here.trailing_zeros() as i32, profile.top[k]);
            profile.spread[MAX_WIDTH + k] = here;
            profile.bottom[k] = bottom;
            profile.floor[k] = 1 << bottom;
            profile.lift += (bottom..top).map(|row| row + 1).sum::<i32>();
            let kind = |row: i32, under: i32, within: i32, over: i32| {
                let value = match row {
                    _ if row < bottom => under,
                    _ if row < top => within,
                    _ => over,
                };
                value as i8
            };
            profile.wells[k] =
                over_bits([0, 1, 2, 3].map(|row| kind(row, row + 1, -(row + 1), row - top + 1)));
            profile.steep[k] = over_bits([0, 1, 2, 3].map(|row| kind(row, 1, -1, 0)));
            for number in 1..16usize {
                let below = number & ((1 << bottom) - 1);
                profile.under[k][number] = PEAK[below];
                profile.over[k][number] = PEAK[number >> top].max(0);
            }
        }
        profile
    }
}

impl Profile {
    /// The cells of each column of a board from column `from` on, with the left edge of the box at
    /// `column`.
    #[inline(always)]
    pub fn at(&self, column: usize, from: usize) -> &[u32; SPAN] {
        let start = MAX_WIDTH + from - column;
        self.spread[start..start + SPAN]
            .try_into()
            .expect("a slice of that length")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::piece::Piece;

    #[test]
    fn no_cell_is_beside_two_and_the_sides_are_as_many_as_the_rows() {
        for piece in Piece::ALL {
            for shape in piece.orientations() {
                let profile = Profile::new(shape, 20);
                let beside: u32 = profile
                    .beside
                    .iter()
                    .map(|column| column.count_ones())
                    .sum();
                assert_eq!(beside as i32, 2 * profile.height, "{piece} {shape:?}");
                for (k, column) in profile.cells[..profile.width].iter().enumerate() {
                    let run = column >> profile.bottom[k];
                    assert_eq!(run & (run + 1), 0, "{piece}: a column without a gap");
                }
            }
        }
    }

    #[test]
    fn a_drawn_piece() {
        // ##   beside: columns -1 to 2 in rows 0 to 2
        // #.   of the box, drawn from the top.
        // #.
        let hook = Profile::new(&Piece::J.orientations()[3], 20);
        assert_eq!(hook.beside[..4], [0b111, 0, 0b011, 0b100]);
        assert_eq!((hook.bottom, hook.top), ([0, 2, 255, 255], [3, 3, 0, 0]));
        assert_eq!(hook.lift, 1 + 2 + 3 + 3);
        // Below its hook a cell in row 1 becomes a well cell of depth 2 and the floor's.
        assert_eq!((hook.wells[1][0b0010], hook.steep[1][0b0010]), (2, 1));
        // Where the hook is, one in row 2 is lost.
        assert_eq!((hook.wells[1][0b0100], hook.steep[1][0b0100]), (-3, -1));
    }
}
