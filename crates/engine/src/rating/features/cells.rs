//! Features of the full cells.

use super::{Count, Feature, Read, Slot, Unit};
use crate::game::board::Board;

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

#[cfg(test)]
mod tests {
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
