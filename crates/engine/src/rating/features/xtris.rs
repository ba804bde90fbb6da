//! The terms of the xtris bot (Llima 2005). The papers call them undocumented; the program is the
//! only source. They are read off the board with the piece landed and full rows not yet removed.

use super::{Count, Feature, Read, Unit};
use crate::game::board::{Board, MAX_HEIGHT, SPARE_ROWS};
use crate::game::moves::Move;
use crate::game::piece::Piece;

/// Where row weights explode the sum is cut off here: a board that bad has no future anyway, and a
/// score has 31 bits.
const MOST_EMBEDDED: u64 = u16::MAX as u64;

pub static EMBEDDED_HOLES: Feature = Feature {
    name: "embedded-holes",
    aliases: &[],
    number: "9",
    source: "Llima 2005 (xtris)",
    definition: "Rows are scanned from the top. An empty cell weighs 1, plus the weight of row \
        b if the lowest full cell above it in its column is in row b, one or two rows up; a row \
        weighs the sum of its empty cells. The sum over the uncleared board, at most 65,535.",
    unit: Unit::One,
    count: Count::One,
    range: |_| (0, MOST_EMBEDDED as i32),
    slot: None,
    read: Read::Move(|played| embedded_holes(&played.landed)),
};

fn embedded_holes(board: &Board) -> i32 {
    let rows = board.height().max(board.max_height());
    let mut row_weights = [0u64; MAX_HEIGHT + SPARE_ROWS];
    for y in (0..rows).rev() {
        let weight = (0..board.width())
            .filter(|&x| !board.is_full(x, y))
            .map(|x| {
                let lid = (y + 1..rows).find(|&b| board.is_full(x, b));
                1 + lid.filter(|b| b - y <= 2).map_or(0, |b| row_weights[b])
            })
            .fold(0u64, u64::saturating_add);
        row_weights[y] = weight.min(MOST_EMBEDDED);
    }
    row_weights.iter().sum::<u64>().min(MOST_EMBEDDED) as i32
}

pub static FRONTIER: Feature = Feature {
    name: "frontier",
    aliases: &[],
    number: "",
    source: "Llima 2005 (xtris), the wall test repaired as in Fahey's port",
    definition: "For each empty cell of the uncleared board, one for each of its four sides \
        that touches a full cell; side walls count, floor and ceiling do not.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, 4 * e.width * e.rows),
    slot: None,
    read: Read::Move(|played| frontier(&played.landed, |_, _| true)),
};

pub static FRONTIER_XTRIS: Feature = Feature {
    name: "frontier-xtris",
    aliases: &[],
    number: "",
    source: "Llima 2005 (xtris), to the letter",
    definition: "As frontier, but at the right wall the cell touched is the first of the row \
        below, which is what the program reads there; below the bottom row it reads nothing full.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, 4 * e.width * e.rows),
    slot: None,
    read: Read::Move(|played| {
        frontier(&played.landed, |board, y| y > 0 && board.is_full(0, y - 1))
    }),
};

/// The sides of empty cells that touch full ones; `right_wall` says whether the right wall is full
/// in a row.
fn frontier(board: &Board, right_wall: fn(&Board, usize) -> bool) -> i32 {
    let rows = board.height().max(board.max_height());
    let mut sides = 0;
    for x in 0..board.width() {
        for y in (0..rows).filter(|&y| !board.is_full(x, y)) {
            let left = x == 0 || board.is_full(x - 1, y);
            let right = match x + 1 == board.width() {
                true => right_wall(board, y),
                false => board.is_full(x + 1, y),
            };
            let above = y + 1 < rows && board.is_full(x, y + 1);
            let below = y > 0 && board.is_full(x, y - 1);
            sides += [left, right, above, below]
                .iter()
                .filter(|side| **side)
                .count();
        }
    }
    sides as i32
}

pub static PIT: Feature = Feature {
    name: "pit",
    aliases: &[],
    number: "",
    source: "Llima 2005 (xtris)",
    definition: "One goes down a column while its row is full, or the cell is empty and its \
        left or right side open; p is the number of empty cells from there down to the next full \
        one. The sum of p - 1 over columns with p ≥ 2, on the uncleared board.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, e.width * e.rows),
    slot: None,
    read: Read::Move(|played| pit(&played.landed)),
};

fn pit(board: &Board) -> i32 {
    let full_rows = board.full_rows();
    let open =
        |x: Option<usize>, y: usize| x.is_some_and(|x| x < board.width() && !board.is_full(x, y));
    let mut sum = 0;
    for x in 0..board.width() {
        let mut y = board.height().max(board.max_height());
        while y > 0 {
            let row = y - 1;
            let beside = open(x.checked_sub(1), row) || open(Some(x + 1), row);
            if full_rows >> row & 1 == 0 && (board.is_full(x, row) || !beside) {
                break;
            }
            y -= 1;
        }
        let depth = (0..y)
            .rev()
            .take_while(|&row| !board.is_full(x, row))
            .count();
        sum += depth.saturating_sub(1);
    }
    sum as i32
}

pub static DROP: Feature = Feature {
    name: "drop",
    aliases: &[],
    number: "",
    source: "Llima 2005 (xtris)",
    definition: "The row, counted from the top, of the piece's box: the row of its lowest cell \
        plus 2, but plus 3 for a lying I and plus 1 for a standing one.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (-e.rows, e.rows),
    slot: None,
    read: Read::Move(drop),
};

fn drop(played: &Move) -> i32 {
    let from_top = played.before.height() as i32 - 1 - i32::from(played.landing.row);
    let box_row = match (played.piece, played.shape().height) {
        (Piece::I, 1) => 3,
        (Piece::I, _) => 1,
        _ => 2,
    };
    from_top + box_row
}

#[cfg(test)]
mod tests {
    use crate::game::piece::Piece;
    use crate::rating::features::testing::*;

    const PILE: &str = "
        |    |
        |    |
        |    |
        |#  #|
        |## #|
        ------";

    /// After an O over columns 1 and 2:
    /// ```text
    /// |    |
    /// | ## |
    /// | ## |   (it stands on column 1)
    /// |#  #|
    /// |## #|
    /// ```
    fn covered() -> crate::game::moves::Move {
        let board = "
            |    |
            |    |
            |    |
            |# ##|
            |#  #|
            ------";
        dropped(board, Piece::O, 0, 1, &[])
    }

    #[test]
    fn embedded_holes_weigh_the_row_of_their_lid() {
        let played = covered();
        // Rows from the top: 4 empty cells; 2; 2; (1,1) lies one below a lid in row 2, which weighs
        // 2: 1 + 2 = 3; row 0: (1,0) lies two below it: 3, and (2,0) below (2,1), row 1 weighs 3:
        // 4.
        assert_eq!(
            after("embedded-holes", &played),
            4.0 + 2.0 + 2.0 + 3.0 + 7.0
        );
    }

    #[test]
    fn frontier_counts_walls_but_neither_floor_nor_ceiling() {
        let played = dropped(PILE, Piece::O, 0, 1, &[]);
        // | ## | row 2 and | ## | row 3? The O stands on column 1 in rows 1 and 2.
        // Row 4: two walls. Row 3: walls 2, below 2 (columns 1, 2). Row 2: walls 2, sides 2, below
        // 2 (columns 0, 3). Row 1: full row. Row 0: column 2: left, right, above.
        assert_eq!(played.landed.full_rows(), 0b10);
        assert_eq!(after("frontier", &played), 2.0 + 4.0 + 6.0 + 3.0);
    }

    #[test]
    fn the_letter_of_xtris_reads_the_next_row_at_the_right_wall() {
        let played = dropped(PILE, Piece::O, 0, 1, &[]);
        // The right wall counts in no row but 2, below which (0, 1) is full.
        assert_eq!(after("frontier-xtris", &played), 15.0 - 2.0);
    }

    #[test]
    fn a_pit_is_what_only_a_straight_drop_reaches() {
        let played = dropped(
            "
            |    |
            |    |
            |#  #|
            |#  #|
            |#  #|
            ------",
            Piece::I,
            0,
            1,
            &[],
        );
        // Column 2 is 3 deep between the I and the wall column: p = 3. Column 0 and 3 end at their
        // tops, closed at none: (0, 3) lies between the wall and the I: p = 1.
        assert_eq!(after("pit", &played), 2.0);
    }

    #[test]
    fn drop_depends_on_the_box() {
        let empty = "....\n....\n....\n....";
        assert_eq!(after("drop", &dropped(empty, Piece::O, 0, 0, &[])), 5.0);
        assert_eq!(after("drop", &dropped(empty, Piece::I, 1, 0, &[])), 6.0);
        assert_eq!(after("drop", &dropped(empty, Piece::I, 0, 0, &[])), 4.0);
    }

    #[test]
    fn an_exploding_sum_is_cut_off() {
        // Full and empty cells in turn, shifted by one from row to row: every hole lies under a lid
        // in a heavy row.
        let picture: String = (0..28)
            .map(|y| {
                if y < 4 {
                    "................\n"
                } else if y % 2 == 0 {
                    "#.#.#.#.#.#.#.#.\n"
                } else {
                    ".#.#.#.#.#.#.#.#\n"
                }
            })
            .collect();
        let played = dropped(&picture, Piece::O, 0, 0, &[]);
        assert_eq!(after("embedded-holes", &played), 65_535.0);
    }
}
