//! Features of the heights of the columns.

use super::{Count, Extent, Feature, Read, Slot, Unit};
use crate::game::board::{Board, height_of};

fn rows(e: Extent) -> (i32, i32) {
    (0, e.rows)
}

fn sum(board: &Board) -> i32 {
    board.heights().sum()
}

fn max(board: &Board) -> i32 {
    board.max_height() as i32
}

fn min(board: &Board) -> i32 {
    board.heights().min().expect("a board has columns")
}

/// Signed differences H(x) - H(x+1), from the left.
fn differences(board: &Board) -> impl Iterator<Item = i32> + '_ {
    board
        .heights()
        .zip(board.heights().skip(1))
        .map(|(a, b)| a - b)
}

pub static MAX_HEIGHT: Feature = Feature {
    name: "max-height",
    aliases: &[],
    number: "2",
    source: "Tsitsiklis & van Roy 1996",
    definition: "The height of the highest column.",
    unit: Unit::One,
    count: Count::One,
    range: rows,
    slot: Some(Slot::MaxHeight),
    read: Read::Skipping(|board, skipped| {
        height_of(board.columns().iter().fold(0, |all, c| all | c) & !skipped) as i32
    }),
};

pub static MIN_HEIGHT: Feature = Feature {
    name: "min-height",
    aliases: &[],
    number: "24",
    source: "Ramon & Driessens 2004",
    definition: "The height of the lowest column.",
    unit: Unit::One,
    count: Count::One,
    range: rows,
    slot: Some(Slot::MinHeight),
    read: Read::Board(min),
};

pub static COLUMN_HEIGHT: Feature = Feature {
    name: "column-height",
    aliases: &[],
    number: "4",
    source: "Bertsekas & Tsitsiklis 1996",
    definition: "The height of each column, one weight a column.",
    unit: Unit::One,
    count: Count::Columns,
    range: rows,
    slot: Some(Slot::ColumnHeight),
    read: Read::Indexed(|board, x| board.column_height(x) as i32),
};

pub static COLUMN_DIFFERENCE: Feature = Feature {
    name: "column-difference",
    aliases: &[],
    number: "5",
    source: "Bertsekas & Tsitsiklis 1996",
    definition: "The absolute height difference of each pair of neighbouring columns, one \
        weight a pair (signed in Amundsen's A.6, absolute in both programs).",
    unit: Unit::One,
    count: Count::Pairs,
    range: rows,
    slot: Some(Slot::ColumnDifference),
    read: Read::Indexed(|board, x| {
        (board.column_height(x) as i32 - board.column_height(x + 1) as i32).abs()
    }),
};

pub static HEIGHT_DIFFERENCES: Feature = Feature {
    name: "height-differences",
    aliases: &[],
    number: "10",
    source: "Lagoudakis et al. 2002",
    definition: "The sum of the absolute height differences of neighbouring columns.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, (e.width - 1) * e.rows),
    slot: Some(Slot::HeightDifferences),
    read: Read::Board(|board| differences(board).map(i32::abs).sum()),
};

pub static SQUARED_HEIGHT_DIFFERENCES: Feature = Feature {
    name: "squared-height-differences",
    aliases: &[],
    number: "",
    source: "student report",
    definition: "The sum of the squared height differences of neighbouring columns.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, (e.width - 1) * e.rows * e.rows),
    slot: Some(Slot::SquaredDifferences),
    read: Read::Board(|board| differences(board).map(|d| d * d).sum()),
};

pub static SUM_HEIGHT: Feature = Feature {
    name: "sum-height",
    aliases: &[],
    number: "",
    source: "LeeYiyuan's aggregate height",
    definition: "The sum of the column heights.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, e.width * e.rows),
    slot: Some(Slot::SumHeight),
    read: Read::Board(sum),
};

pub static MEAN_HEIGHT: Feature = Feature {
    name: "mean-height",
    aliases: &[],
    number: "11",
    source: "Lagoudakis et al. 2002",
    definition: "The mean of the column heights.",
    unit: Unit::Width,
    count: Count::One,
    range: |e| (0, e.width * e.rows),
    slot: Some(Slot::SumHeight),
    read: Read::Board(sum),
};

pub static MAX_MINUS_MEAN_HEIGHT: Feature = Feature {
    name: "max-minus-mean-height",
    aliases: &[],
    number: "25",
    source: "Ramon & Driessens 2004",
    definition: "The greatest column height minus the mean.",
    unit: Unit::Width,
    count: Count::One,
    range: |e| (0, e.width * e.rows),
    slot: Some(Slot::MaxMinusMean),
    read: Read::Board(|board| board.width() as i32 * max(board) - sum(board)),
};

pub static MEAN_MINUS_MIN_HEIGHT: Feature = Feature {
    name: "mean-minus-min-height",
    aliases: &[],
    number: "26",
    source: "Ramon & Driessens 2004",
    definition: "The mean column height minus the least.",
    unit: Unit::Width,
    count: Count::One,
    range: |e| (0, e.width * e.rows),
    slot: Some(Slot::MeanMinusMin),
    read: Read::Board(|board| sum(board) - board.width() as i32 * min(board)),
};

pub static MAX_HEIGHT_DIFFERENCE: Feature = Feature {
    name: "max-height-difference",
    aliases: &[],
    number: "28",
    source: "Böhm et al. 2005 (altitude difference)",
    definition: "The greatest column height minus the least.",
    unit: Unit::One,
    count: Count::One,
    range: rows,
    slot: Some(Slot::MaxHeightDifference),
    read: Read::Board(|board| max(board) - min(board)),
};

pub static PATTERN_DIVERSITY: Feature = Feature {
    name: "pattern-diversity",
    aliases: &[],
    number: "33",
    source: "Thiery & Scherrer 2009 (2008 RL Competition)",
    definition: "How many of the values -2 to 2 occur among the differences H(x) - H(x+1).",
    unit: Unit::One,
    count: Count::One,
    range: |_| (0, 5),
    slot: Some(Slot::PatternDiversity),
    read: Read::Board(|board| {
        let seen = differences(board)
            .filter(|d| d.abs() <= 2)
            .fold(0u8, |seen, d| seen | 1 << (d + 2));
        seen.count_ones() as i32
    }),
};

pub static HEIGHT_DEVIATION: Feature = Feature {
    name: "height-deviation",
    aliases: &[],
    number: "",
    source: "Agent 06, x7",
    definition: "The mean absolute difference of a column's height and the mean height.",
    unit: Unit::WidthSquared,
    count: Count::One,
    range: |e| (0, e.width * e.width * e.rows),
    slot: Some(Slot::HeightDeviation),
    read: Read::Board(|board| {
        let (width, sum) = (board.width() as i32, sum(board));
        board.heights().map(|h| (width * h - sum).abs()).sum()
    }),
};

pub static HEIGHT_RBF: Feature = Feature {
    name: "height-rbf",
    aliases: &[],
    number: "",
    source: "radial basis functions in the style of Bertsekas & Ioffe 1996 and Gabillon et al. \
        2013",
    definition: "Five radial functions of the mean height m: exp(-(m - i·h/4)² / (2 (h/5)²)) \
        for i = 0 to 4, one weight each.",
    unit: Unit::Radial,
    count: Count::Fixed(5),
    range: |e| (0, e.width * e.rows),
    slot: Some(Slot::SumHeight),
    read: Read::Indexed(|board, _| sum(board)),
};

#[cfg(test)]
mod tests {
    use crate::game::piece::Piece;
    use crate::rating::features::testing::*;

    const EMPTY: &str = "....\n....\n....\n....";
    // Heights 4 1 0 2.
    const PILE: &str = "
        |#   |
        |    |
        |#  #|
        |## #|
        ------";

    #[test]
    fn of_a_drawn_board() {
        assert_eq!(on("max-height", PILE), 4.0);
        assert_eq!(on("min-height", PILE), 0.0);
        assert_eq!(all_on("column-height", PILE), [4.0, 1.0, 0.0, 2.0]);
        assert_eq!(all_on("column-difference", PILE), [3.0, 1.0, 2.0]);
        assert_eq!(on("height-differences", PILE), 6.0);
        assert_eq!(on("squared-height-differences", PILE), 9.0 + 1.0 + 4.0);
        assert_eq!(on("sum-height", PILE), 7.0);
        assert_eq!(on("mean-height", PILE), 1.75);
        assert_eq!(on("max-minus-mean-height", PILE), 2.25);
        assert_eq!(on("mean-minus-min-height", PILE), 1.75);
        assert_eq!(on("max-height-difference", PILE), 4.0);
        // |4 - 1.75| + |1 - 1.75| + |0 - 1.75| + |2 - 1.75| = 5, over four columns.
        assert_eq!(on("height-deviation", PILE), 1.25);
    }

    #[test]
    fn of_an_empty_board() {
        for name in [
            "max-height",
            "min-height",
            "height-differences",
            "mean-height",
            "max-height-difference",
            "height-deviation",
            "max-minus-mean-height",
        ] {
            assert_eq!(on(name, EMPTY), 0.0, "{name}");
        }
        // Only the difference 0 occurs.
        assert_eq!(on("pattern-diversity", EMPTY), 1.0);
    }

    #[test]
    fn of_a_full_height_column() {
        let column = "#...\n#...\n#...\n#...";
        assert_eq!(on("max-height", column), 4.0);
        assert_eq!(all_on("column-difference", column), [4.0, 0.0, 0.0]);
        assert_eq!(on("height-differences", column), 4.0);
    }

    #[test]
    fn pattern_diversity_counts_signed_differences_up_to_two() {
        // Heights 4 1 0 2: differences 3, 1, -2.
        assert_eq!(on("pattern-diversity", PILE), 2.0);
        // Heights 1 2 2 0: -1, 0, 2.
        assert_eq!(on("pattern-diversity", "....\n....\n.##.\n###."), 3.0);
    }

    #[test]
    fn radial_functions_peak_where_the_mean_height_is() {
        let values = all_on("height-rbf", EMPTY);
        assert_eq!(values[0], 1.0);
        assert!(values.windows(2).all(|pair| pair[0] > pair[1]));
        // m = 1.75, h = 4: i = 2 is at height 2, spread 0.8.
        let expected = (-(0.25f64 * 0.25) / (2.0 * 0.64)).exp();
        assert!((all_on("height-rbf", PILE)[2] - expected).abs() < 1e-15);
    }

    #[test]
    fn max_height_passes_over_full_rows_where_the_board_is_rated_before_they_go() {
        // The I fills rows 0 to 2; row 3 holds only its top cell.
        let pile = "
            |    |
            |### |
            |### |
            |### |
            ------";
        let played = dropped(pile, Piece::I, 0, 3, &[("feature-board", "before-clear")]);
        assert_eq!(after("max-height", &played), 4.0);
        let flat = "
            |    |
            |    |
            |    |
            |    |
            ------";
        let played = dropped(flat, Piece::I, 1, 0, &[("feature-board", "before-clear")]);
        assert_eq!(after("max-height", &played), 0.0, "the only row is full");
        let played = dropped(flat, Piece::I, 1, 0, &[]);
        assert_eq!(after("max-height", &played), 0.0, "and gone");
    }
}
