//! Features of holes: empty cells with a full cell somewhere above them in their column.

use super::{Count, Extent, Feature, Read, Slot, Unit};
use crate::game::board::{Board, height_of};

fn cells(e: Extent) -> (i32, i32) {
    (0, e.width * e.rows)
}

/// The holes of a column.
fn holes_of(column: u32) -> u32 {
    !column & ((1u64 << height_of(column)) - 1) as u32
}

pub static HOLES: Feature = Feature {
    name: "holes",
    aliases: &[],
    number: "3",
    source: "Tsitsiklis & van Roy 1996",
    definition: "The number of holes: empty cells with a full cell somewhere above them in \
        their column.",
    unit: Unit::One,
    count: Count::One,
    range: cells,
    slot: Some(Slot::Holes),
    read: Read::Skipping(|board, skipped| {
        let column_holes = |column: &u32| (holes_of(column & !skipped) & !skipped).count_ones();
        board.columns().iter().map(column_holes).sum::<u32>() as i32
    }),
};

/// Full cells whose cell directly below is empty: where a run of holes begins.
fn lids(column: u32) -> u32 {
    column & !(column << 1 | 1)
}

pub static ADJACENT_COLUMN_HOLES: Feature = Feature {
    name: "adjacent-column-holes",
    aliases: &["connected-holes"],
    number: "29",
    source: "Böhm et al. 2005 (connected holes)",
    definition: "The number of vertical runs of holes: full cells whose cell directly below is \
        empty.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, e.width * e.rows / 2),
    slot: Some(Slot::Lids),
    read: Read::Board(adjacent_column_holes),
};

fn adjacent_column_holes(board: &Board) -> i32 {
    board
        .columns()
        .iter()
        .map(|c| lids(*c).count_ones())
        .sum::<u32>() as i32
}

pub static HOLE_DEPTH: Feature = Feature {
    name: "hole-depth",
    aliases: &["blockade"],
    number: "31",
    source: "Thiery & Scherrer 2009",
    definition: "For every empty cell directly below a full one, the number of consecutive full \
        cells upwards from there; summed. The same number as the full cells with a hole somewhere \
        below them.",
    unit: Unit::One,
    count: Count::One,
    range: cells,
    slot: Some(Slot::HoleDepth),
    read: Read::Board(hole_depth),
};

fn hole_depth(board: &Board) -> i32 {
    let mut depth = 0;
    for column in board.columns() {
        let mut starts = lids(*column);
        while starts != 0 {
            let start = starts.trailing_zeros();
            depth += (column >> start).trailing_ones();
            starts &= starts - 1;
        }
    }
    depth as i32
}

pub static MEAN_HOLE_DEPTH: Feature = Feature {
    name: "mean-hole-depth",
    aliases: &[],
    number: "27",
    source: "Ramon & Driessens 2004",
    definition: "hole-depth over adjacent-column-holes; 0 where there is no hole.",
    unit: Unit::Ratio,
    count: Count::One,
    range: |e| (0, e.rows),
    slot: None,
    read: Read::Ratio(|board| (hole_depth(board), adjacent_column_holes(board))),
};

pub static ROWS_WITH_HOLES: Feature = Feature {
    name: "rows-with-holes",
    aliases: &[],
    number: "32",
    source: "Thiery & Scherrer 2009",
    definition: "The number of rows that contain a hole.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, e.rows),
    slot: Some(Slot::RowsWithHoles),
    read: Read::Board(|board| {
        let rows = board
            .columns()
            .iter()
            .fold(0, |rows, c| rows | holes_of(*c));
        rows.count_ones() as i32
    }),
};

pub static SURROUNDED_HOLES: Feature = Feature {
    name: "surrounded-holes",
    aliases: &[],
    number: "",
    source: "Thiery's program",
    definition: "The number of empty cells whose cell directly above and directly below are \
        both full; the floor is full.",
    unit: Unit::One,
    count: Count::One,
    range: cells,
    slot: Some(Slot::SurroundedHoles),
    read: Read::Board(|board| {
        let surrounded = |c: &u32| (!c & c >> 1 & (c << 1 | 1)).count_ones();
        board.columns().iter().map(surrounded).sum::<u32>() as i32
    }),
};

#[cfg(test)]
mod tests {
    use crate::game::piece::Piece;
    use crate::rating::features::testing::*;

    // Column 0: two runs of holes, under one full cell and under two; column 1: one full cell over
    // two holes; column 3: no hole.
    const PILE: &str = "
        |#   |
        |#   |
        | #  |
        |#  #|
        |   #|
        ------";

    #[test]
    fn of_a_drawn_board() {
        assert_eq!(on("holes", PILE), 2.0 + 2.0);
        assert_eq!(on("adjacent-column-holes", PILE), 2.0 + 1.0);
        assert_eq!(on("connected-holes", PILE), 3.0);
        assert_eq!(on("hole-depth", PILE), 1.0 + 2.0 + 1.0);
        assert_eq!(on("blockade", PILE), 4.0);
        assert_eq!(on("mean-hole-depth", PILE), 4.0 / 3.0);
        assert_eq!(on("rows-with-holes", PILE), 3.0);
        assert_eq!(on("surrounded-holes", PILE), 2.0);
    }

    #[test]
    fn an_empty_board_and_a_flat_one_have_none() {
        for picture in [
            "....\n....\n....\n....",
            "....\n....\n##.#\n##.#",
            "#...\n#...\n#...\n#...",
        ] {
            for name in [
                "holes",
                "adjacent-column-holes",
                "hole-depth",
                "mean-hole-depth",
                "rows-with-holes",
                "surrounded-holes",
            ] {
                assert_eq!(on(name, picture), 0.0, "{name}\n{picture}");
            }
        }
    }

    #[test]
    fn a_hole_under_a_full_height_column() {
        let picture = "#...\n#...\n#...\n....";
        assert_eq!(on("holes", picture), 1.0);
        assert_eq!(on("hole-depth", picture), 3.0);
        assert_eq!(on("surrounded-holes", picture), 1.0, "the floor is full");
    }

    #[test]
    fn full_rows_cover_nothing_where_the_board_is_rated_before_they_go() {
        // The lying I completes row 1; below it row 0 has a gap in column 0.
        let pile = "
            |      |
            |      |
            |    ##|
            | #####|
            --------";
        let before = dropped(pile, Piece::I, 1, 0, &[("feature-board", "before-clear")]);
        assert_eq!(before.landed.full_rows(), 0b10);
        assert_eq!(after("holes", &before), 0.0);
        assert_eq!(
            after("hole-depth", &before),
            1.0,
            "other features read the board as it stands"
        );
        let afterwards = dropped(pile, Piece::I, 1, 0, &[]);
        assert_eq!(after("holes", &afterwards), 0.0);
    }
}
