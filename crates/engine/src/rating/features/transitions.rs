//! Features of transitions between full and empty cells.

use super::{Count, Feature, Read, Slot, Unit};
use crate::game::board::Board;

/// The rows that a feature of cells reads: those of the board, and of the pile if it is higher.
fn rows(board: &Board) -> usize {
    board.height().max(board.max_height())
}

/// Row `y`: bit `x` is its cell in column `x`.
fn row(board: &Board, y: usize) -> u32 {
    board
        .columns()
        .iter()
        .enumerate()
        .fold(0, |row, (x, column)| row | (column >> y & 1) << x)
}

pub static ROW_TRANSITIONS: Feature = Feature {
    name: "row-transitions",
    aliases: &[],
    number: "21",
    source: "Dellacherie (Fahey 2003)",
    definition: "Over all rows of the board, the changes between full and empty of horizontal \
        neighbours, walls full: an empty row counts 2. (2h + the sum over rows with a full cell of \
        the changes less 2.)",
    unit: Unit::One,
    count: Count::One,
    // Full rows of a game that has ended count -2 each, those above the board too.
    range: |e| {
        (
            2 * (e.height - e.rows),
            2 * e.height + e.rows * (e.width - 1),
        )
    },
    slot: Some(Slot::RowTransitions),
    read: Read::Board(|board| {
        // With the walls as bits on both sides, a change is a bit that differs from its neighbour.
        let walls = 1 | 1 << (board.width() + 1);
        let changes = |row: u32| {
            let walled = row << 1 | walls;
            ((walled ^ walled >> 1) & ((1 << (board.width() + 1)) - 1)).count_ones() as i32
        };
        let in_rows: i32 = (0..board.max_height())
            .map(|y| row(board, y))
            .filter(|row| *row != 0)
            .map(|row| changes(row) - 2)
            .sum();
        2 * board.height() as i32 + in_rows
    }),
};

pub static COLUMN_TRANSITIONS: Feature = Feature {
    name: "column-transitions",
    aliases: &[],
    number: "22",
    source: "Dellacherie (Fahey 2003)",
    definition: "Over all columns, the changes between full and empty of vertical neighbours; \
        the floor is full, above the top row it is empty: an empty column counts 1.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (e.width, e.width + e.width * e.rows),
    slot: Some(Slot::ColumnTransitions),
    read: Read::Board(|board| {
        let changes = |column: &u32| {
            let floored = u64::from(*column) << 1 | 1;
            (floored ^ floored >> 1).count_ones()
        };
        board.columns().iter().map(changes).sum::<u32>() as i32
    }),
};

pub static CELL_TRANSITIONS: Feature = Feature {
    name: "cell-transitions",
    aliases: &[],
    number: "7",
    source: "Llima 2005 (xtris), as Amundsen 2014 reads it",
    definition: "For every empty cell, how many of its four neighbours inside the board are \
        full; summed.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, 2 * e.width * e.rows),
    slot: Some(Slot::CellTransitions),
    read: Read::Board(|board| {
        let inside = ((1u64 << rows(board)) - 1) as u32;
        let columns = board.columns();
        let mut sum = 0;
        for (x, column) in columns.iter().enumerate() {
            let empty = !column & inside;
            sum += (empty & column << 1).count_ones() + (empty & column >> 1).count_ones();
            if x > 0 {
                sum += (empty & columns[x - 1]).count_ones();
            }
            if let Some(right) = columns.get(x + 1) {
                sum += (empty & right).count_ones();
            }
        }
        sum as i32
    }),
};

#[cfg(test)]
mod tests {
    use crate::game::piece::Piece;
    use crate::rating::features::Reading;
    use crate::rating::features::testing::*;

    const EMPTY: &str = "....\n....\n....\n....";
    const PILE: &str = "
        |    |
        | #  |
        |#  #|
        |## #|
        ------";

    #[test]
    fn an_empty_row_counts_two_and_an_empty_column_one() {
        assert_eq!(on("row-transitions", EMPTY), 8.0);
        assert_eq!(on("column-transitions", EMPTY), 4.0);
        assert_eq!(on("cell-transitions", EMPTY), 0.0);
    }

    #[test]
    fn of_a_drawn_board() {
        // Rows from the top: 2; wall-empty, empty-full, full-empty, empty-wall = 4; 2; 2.
        assert_eq!(on("row-transitions", PILE), 2.0 + 4.0 + 2.0 + 2.0);
        // Columns: 1; three for the hole in column 1; an empty one; 1.
        assert_eq!(on("column-transitions", PILE), 1.0 + 3.0 + 1.0 + 1.0);
        // Column 0: (0,2) has one full neighbour below, one right. Column 1: (1,1) above, below,
        // left; (1,3) below. Column 2: (2,0) left and right; (2,1) right; (2,2) left. Column 3:
        // (3,2) below.
        assert_eq!(
            on("cell-transitions", PILE),
            2.0 + 3.0 + 1.0 + 2.0 + 1.0 + 1.0 + 1.0
        );
    }

    #[test]
    fn of_a_full_height_column() {
        let picture = "#...\n#...\n#...\n#...";
        assert_eq!(
            on("row-transitions", picture),
            8.0,
            "full-empty and empty-wall"
        );
        assert_eq!(
            on("column-transitions", picture),
            4.0,
            "the top counts as a change"
        );
        assert_eq!(
            on("cell-transitions", picture),
            4.0,
            "nothing above the board counts"
        );
    }

    #[test]
    fn a_move_that_ends_the_game_is_read_off_the_taller_board() {
        // Upright O on a full column: two rows of the four above the top hold it.
        let played = dropped("##..\n##..\n##..\n##..", Piece::O, 0, 0, &[]);
        assert!(played.ends);
        // Six rows with a full cell, two changes each: 2·4 + 6·0.
        assert_eq!(after("row-transitions", &played), 8.0);
        assert_eq!(after("column-transitions", &played), 4.0);
        assert_eq!(after("max-height", &played), 6.0);
        assert_eq!(after("cell-transitions", &played), 6.0);
    }

    #[test]
    fn full_rows_above_the_board_count_below_0() {
        // A board may be given with full rows: five of them, and only four on the board.
        let played = dropped("####\n####\n####\n####", Piece::I, 1, 0, &[]);
        assert!(played.ends);
        assert_eq!(after("row-transitions", &played), 8.0 - 10.0);
        let reading = Reading::named("row-transitions").unwrap();
        assert!(reading.range(played.before.size()).0 <= reading.raw(&played, 0));
    }
}
