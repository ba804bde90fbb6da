//! Local patterns: what a few neighbouring columns look like, as one number. A rating gives every
//! number a score of its own by a table; together the tables are an n-tuple network, as Jaśkowski
//! et al. (2015) had them for SZ-Tetris.
//!
//! A pattern is read from the nearer wall, so that mirror images have the same numbers in mirrored
//! places. In the middle, where both walls are as near, it is the smaller of the two readings.

use std::cmp::Ordering;

use super::{Count, Feature, Read, Slot, Unit};
use crate::game::board::{Board, height_of};

/// The columns of a pattern of the surface, and the greatest difference of two heights that it
/// tells apart.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub columns: usize,
    pub most: i32,
}

pub(crate) const FOUR: Window = Window {
    columns: 4,
    most: 4,
};
pub(crate) const FIVE: Window = Window {
    columns: 5,
    most: 2,
};

impl Window {
    /// How many patterns there are.
    pub const fn numbers(self) -> i32 {
        self.base().pow(self.columns as u32 - 1)
    }

    /// The base of its digits.
    pub const fn base(self) -> i32 {
        2 * self.most + 1
    }

    /// The digit of a difference.
    #[inline(always)]
    pub fn digit(self, difference: i32) -> i32 {
        difference.clamp(-self.most, self.most) + self.most
    }

    /// The places on a board of this width.
    pub fn places(self, width: usize) -> usize {
        (width + 1).saturating_sub(self.columns)
    }

    /// The number of the mirror image of a pattern: its differences have the other sign and the
    /// other order.
    pub fn mirrored(self, number: i32) -> i32 {
        let digits = (0..self.columns as u32 - 1).map(|place| number / self.base().pow(place));
        digits.fold(0, |mirrored, rest| {
            mirrored * self.base() + 2 * self.most - rest % self.base()
        })
    }

    /// The number of a pattern, given its heights.
    fn number(self, mut heights: impl Iterator<Item = i32>) -> i32 {
        let mut last = heights.next().expect("a window has columns");
        heights.fold(0, |number, height| {
            let digit = self.digit(height - last);
            last = height;
            number * self.base() + digit
        })
    }

    fn read(self, board: &Board, place: usize) -> i32 {
        let heights = || {
            let columns = &board.columns()[place..place + self.columns];
            columns.iter().map(|column| height_of(*column) as i32)
        };
        let readings = [self.number(heights()), self.number(heights().rev())];
        nearest(place, self.places(board.width()), readings)
    }
}

/// The reading that counts in a place: the one from the nearer wall.
pub(crate) fn nearest(place: usize, places: usize, [from_left, from_right]: [i32; 2]) -> i32 {
    match place.cmp(&(places - 1 - place)) {
        Ordering::Less => from_left,
        Ordering::Greater => from_right,
        Ordering::Equal => from_left.min(from_right),
    }
}

pub static SURFACE_4: Feature = Feature {
    name: "surface-4",
    aliases: &[],
    number: "",
    source: "n-tuples of the surface, after Jaśkowski et al. 2015",
    definition: "The pattern of each four neighbouring columns as a number from 0 to 728: the \
        three differences of their heights, from the nearer wall on, each cut to -4 … 4, are the \
        digits of base 9. Meant for tables, one for each four columns.",
    unit: Unit::One,
    count: Count::Windows(FOUR.columns),
    range: |_| (0, FOUR.numbers() - 1),
    slot: Some(Slot::Surface4),
    read: Read::Indexed(|board, place| FOUR.read(board, place)),
};

pub static SURFACE_5: Feature = Feature {
    name: "surface-5",
    aliases: &[],
    number: "",
    source: "n-tuples of the surface, after Jaśkowski et al. 2015",
    definition: "The pattern of each five neighbouring columns as a number from 0 to 624: the \
        four differences of their heights, from the nearer wall on, each cut to -2 … 2, are the \
        digits of base 5. Meant for tables, one for each five columns.",
    unit: Unit::One,
    count: Count::Windows(FIVE.columns),
    range: |_| (0, FIVE.numbers() - 1),
    slot: Some(Slot::Surface5),
    read: Read::Indexed(|board, place| FIVE.read(board, place)),
};

/// The most holes, and the most full cells above the highest of them, that `cover` tells apart; and
/// the greatest difference to the heights beside.
pub(crate) const MOST_HOLES: i32 = 4;
pub(crate) const MOST_ABOVE: i32 = 5;
pub(crate) const MOST_BESIDE: i32 = 2;
/// The numbers of what is beside a column.
const BESIDE: i32 = 2 * MOST_BESIDE + 1;

/// The number of a column with holes: how many there are, the full cells above the highest, and how
/// much higher the columns beside it are.
pub(crate) const fn cover_number(holes: i32, above: i32, [first, second]: [i32; 2]) -> i32 {
    let digits = (holes - 1) * MOST_ABOVE + above - 1;
    1 + (digits * BESIDE + first + MOST_BESIDE) * BESIDE + second + MOST_BESIDE
}

const MOST_COVER: i32 = cover_number(MOST_HOLES, MOST_ABOVE, [MOST_BESIDE; 2]);

fn cover(board: &Board, x: usize) -> i32 {
    let columns = board.columns();
    let column = columns[x];
    let height = height_of(column) as i32;
    let holes = height - column.count_ones() as i32;
    if holes == 0 {
        return 0;
    }
    let above = (!(column << (u32::BITS - height as u32))).leading_zeros() as i32;
    let beside = |x: usize| match columns.get(x) {
        Some(other) => (height_of(*other) as i32 - height).clamp(-MOST_BESIDE, MOST_BESIDE),
        None => MOST_BESIDE,
    };
    let (left, right) = (beside(x.wrapping_sub(1)), beside(x + 1));
    let readings = [[left, right], [right, left]]
        .map(|sides| cover_number(holes.min(MOST_HOLES), above.min(MOST_ABOVE), sides));
    nearest(x, columns.len(), readings)
}

pub static COVER: Feature = Feature {
    name: "cover",
    aliases: &[],
    number: "",
    source: "tetrarium 2026",
    definition: "What covers the holes of each column, as a number: 0 without holes; else 1 + 125 \
        (holes - 1) + 25 (full cells above the highest hole - 1) + 5 (difference to the column \
        beside it towards the nearer wall + 2) + (difference to the other + 2), with holes cut to \
        4, cells to 5, and the neighbours' heights minus its own to -2 … 2 (a wall: 2). Meant for \
        tables, one for each column.",
    unit: Unit::One,
    count: Count::Columns,
    range: |_| (0, MOST_COVER),
    slot: Some(Slot::Cover),
    read: Read::Indexed(cover),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Size;

    fn board(picture: &str) -> Board {
        picture.trim().parse().unwrap()
    }

    /// Heights 2 4 0 1 1 1; the first column has a hole.
    const PILE: &str = "
        |      |
        | #    |
        | #    |
        |##    |
        | # ###|
        --------";

    fn digits(number: i32, base: i32, count: u32) -> Vec<i32> {
        let digit = |place| number / base.pow(place) % base - base / 2;
        (0..count).rev().map(digit).collect()
    }

    #[test]
    fn differences_are_digits_from_the_nearer_wall() {
        let board = board(PILE);
        // Three places of four columns. The middle one is 4 0 1 1: -4 1 0, or 0 -1 4.
        let read: Vec<_> = (0..3)
            .map(|place| digits(FOUR.read(&board, place), 9, 3))
            .collect();
        assert_eq!(read, [[2, -4, 1], [-4, 1, 0], [0, 0, -1]]);
        // Two places of five: 2 4 0 1 1 from the left, 1 1 1 0 4 from the right.
        let read: Vec<_> = (0..2)
            .map(|place| digits(FIVE.read(&board, place), 5, 4))
            .collect();
        assert_eq!(read, [[2, -2, 1, 0], [0, 0, -1, 2]]);
    }

    #[test]
    fn a_cover_is_counted_by_hand() {
        let board = board(PILE);
        // One hole, one cell above it, a wall on its outer side, a column two higher beside it.
        assert_eq!(cover(&board, 0), 1 + 5 * 4 + 4);
        assert!((1..6).all(|x| cover(&board, x) == 0));
        assert_eq!(MOST_COVER, 500);
    }

    #[test]
    fn mirror_images_have_the_same_numbers_in_mirrored_places() {
        let mut word = 1u64;
        for width in 4..=11 {
            for _ in 0..200 {
                let mut columns: Vec<u32> = Vec::new();
                for _ in 0..width {
                    word = word.wrapping_mul(6364136223846793005).wrapping_add(1);
                    columns.push((word >> 40) as u32 & 0xFFF >> (word >> 60));
                }
                let size = Size::new(width, 12).unwrap();
                let here = Board::from_columns(size, &columns);
                columns.reverse();
                let there = Board::from_columns(size, &columns);
                for feature in [&SURFACE_4, &SURFACE_5, &COVER] {
                    let places = feature.count.on(width);
                    for place in 0..places {
                        let read = |board, place| feature.raw_on_board(board, place).unwrap();
                        let number = read(&here, place);
                        assert_eq!(number, read(&there, places - 1 - place), "{feature:?}");
                        assert!(number <= (feature.range)(size.into()).1);
                    }
                }
            }
        }
    }
}
