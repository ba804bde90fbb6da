//! Features of the full cells.

use super::{Count, Feature, Read, Slot, Unit};
use crate::game::board::Board;
use crate::game::moves::Move;

pub static FULL_CELLS: Feature = Feature {
    name: "full-cells",
    aliases: &[],
    number: "19",
    source: "Fahey 2003",
    definition: "The number of full cells.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, e.width * e.rows),
    slot: Some(Slot::FullCells),
    read: Read::Board(|board| board.full_cells() as i32),
};

pub static HEIGHT_WEIGHTED_CELLS: Feature = Feature {
    name: "height-weighted-cells",
    aliases: &[],
    number: "17",
    source: "Fahey 2003",
    definition: "The sum over full cells of their height, the bottom row counting 1.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, e.width * (e.rows * (e.rows + 1) / 2)),
    slot: Some(Slot::WeightedCells),
    read: Read::Board(height_weighted_cells),
};

fn height_weighted_cells(board: &Board) -> i32 {
    let mut sum = 0;
    for column in board.columns() {
        let mut left = *column;
        while left != 0 {
            sum += left.trailing_zeros() as i32 + 1;
            left &= left - 1;
        }
    }
    sum
}

pub static MEAN_CELL_HEIGHT: Feature = Feature {
    name: "mean-cell-height",
    aliases: &[],
    number: "",
    source: "student report (AVG_HEIGHT)",
    definition: "height-weighted-cells over full-cells; 0 on an empty board.",
    unit: Unit::Ratio,
    count: Count::One,
    range: |e| (0, e.rows),
    slot: None,
    read: Read::Ratio(|board| (height_weighted_cells(board), board.full_cells() as i32)),
};

/// The rows whose cells are read: those of Agent 06's board. On a lower board the rest are 0.
const ROWS: usize = 21;

pub static CELLS: Feature = Feature {
    name: "cells",
    aliases: &[],
    number: "",
    source: "Agent 06",
    definition: "1 for each full cell of the lowest 21 rows, 0 for each empty one, row by row from \
        the bottom, each from the left: inputs of a net.",
    unit: Unit::One,
    count: Count::Rows(ROWS),
    range: |_| (0, 1),
    slot: None,
    read: Read::Indexed(cell),
};

pub static CELLS_BEFORE: Feature = Feature {
    name: "cells-before",
    aliases: &[],
    number: "",
    source: "Agent 06",
    definition: "cells of the board before the move.",
    unit: Unit::One,
    count: Count::Rows(ROWS),
    range: |_| (0, 1),
    slot: None,
    read: Read::IndexedMove(|played, index| cell(&played.before, index)),
};

pub static PIECE_CELLS: Feature = Feature {
    name: "piece-cells",
    aliases: &[],
    number: "",
    source: "Agent 06",
    definition: "The piece as it is turned and above the columns where it falls, with its lowest \
        cell in the lowest of four rows: 1 for each of its cells, row by row.",
    unit: Unit::One,
    count: Count::Rows(4),
    range: |_| (0, 1),
    slot: None,
    read: Read::IndexedMove(piece_cell),
};

fn cell(board: &Board, index: usize) -> i32 {
    let column = board.columns()[index % board.width()];
    (column >> (index / board.width()) & 1) as i32
}

fn piece_cell(played: &Move, index: usize) -> i32 {
    let (row, column) = (index / played.before.width(), index % played.before.width());
    let of_box = column.checked_sub(usize::from(played.landing.placement.column));
    let column = of_box.and_then(|column| played.shape().columns.get(column));
    column.map_or(0, |cells| i32::from(cells >> row & 1))
}

#[cfg(test)]
mod tests {
    use crate::game::piece::Piece;
    use crate::rating::features::Reading;
    use crate::rating::features::testing::*;

    #[test]
    fn of_a_drawn_board() {
        let picture = "
            |    |
            | #  |
            |#  #|
            |## #|
            ------";
        assert_eq!(on("full-cells", picture), 6.0);
        assert_eq!(on("height-weighted-cells", picture), 3.0 + 2.0 * 2.0 + 3.0);
        assert_eq!(on("mean-cell-height", picture), 10.0 / 6.0);
    }

    #[test]
    fn cells_of_a_move_row_by_row() {
        // An L upright onto the two columns on the right, which fills the lowest row.
        let orientation = (0..4).find(|turned| {
            let shape = &Piece::L.orientations()[*turned];
            (shape.width, shape.columns[..2] == [7, 1]) == (2, true)
        });
        let picture = "....\n....\n#...\n##..";
        let played = dropped(picture, Piece::L, orientation.unwrap() as u8, 2, &[]);
        let values = |name: &str, count: usize| -> String {
            let reading = Reading::named(name).unwrap();
            let row = |row| (4 * row..4 * row + 4).map(|index| reading.raw(&played, index));
            let rows =
                (0..count / 4).map(|number| row(number).map(|raw| raw.to_string()).collect());
            rows.collect::<Vec<String>>().join(" ")
        };
        assert_eq!(values("piece-cells", 16), "0011 0010 0010 0000");
        assert_eq!(values("cells-before", 16), "1100 1000 0000 0000");
        assert_eq!(values("cells", 16), "1010 0010 0000 0000");
        assert!(values("cells", 84).ends_with("0000 0000"));
    }

    #[test]
    fn an_empty_board_and_a_full_height_column() {
        let empty = "....\n....\n....\n....";
        for name in ["full-cells", "height-weighted-cells", "mean-cell-height"] {
            assert_eq!(on(name, empty), 0.0, "{name}");
        }
        let column = "#...\n#...\n#...\n#...";
        assert_eq!(on("height-weighted-cells", column), 10.0);
        assert_eq!(on("mean-cell-height", column), 2.5);
    }
}
