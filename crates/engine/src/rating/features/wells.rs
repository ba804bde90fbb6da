//! Features of wells: places only a standing I fills.

use super::{Count, Extent, Feature, Read, Slot, Unit};
use crate::game::board::Board;

/// d(x) = min(H(x-1), H(x+1)) - H(x) for every column, heights outside the board being infinite.
fn depths(board: &Board) -> impl Iterator<Item = i32> + '_ {
    let height = |x: usize| board.column_height(x) as i32;
    (0..board.width()).map(move |x| {
        let left = if x == 0 { i32::MAX } else { height(x - 1) };
        let right = if x + 1 == board.width() {
            i32::MAX
        } else {
            height(x + 1)
        };
        left.min(right) - height(x)
    })
}

fn open_wells(e: Extent) -> (i32, i32) {
    (0, (e.width + 1) / 2 * e.rows)
}

pub static WELLS: Feature = Feature {
    name: "wells",
    aliases: &[],
    number: "18",
    source: "Fahey 2003",
    definition: "The sum of the depths of the open wells: of max(0, d(x)), where d(x) is how \
        much lower a column is than the lower of its neighbours; the walls are high.",
    unit: Unit::One,
    count: Count::One,
    range: open_wells,
    slot: Some(Slot::Wells),
    read: Read::Board(|board| depths(board).map(|d| d.max(0)).sum()),
};

pub static DEEP_WELLS: Feature = Feature {
    name: "deep-wells",
    aliases: &[],
    number: "8",
    source: "Llima 2005 (xtris), as Amundsen 2014 reads it",
    definition: "The sum of the depths of the open wells that are at least 2 deep.",
    unit: Unit::One,
    count: Count::One,
    range: open_wells,
    slot: Some(Slot::DeepWells),
    read: Read::Board(|board| depths(board).filter(|d| *d >= 2).sum()),
};

pub static MAX_WELL_DEPTH: Feature = Feature {
    name: "max-well-depth",
    aliases: &[],
    number: "30",
    source: "Böhm et al. 2005",
    definition: "The depth of the deepest open well, 0 if there is none.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, e.rows),
    slot: Some(Slot::MaxWellDepth),
    read: Read::Board(|board| depths(board).fold(0, i32::max)),
};

pub static PIT_DEPTHS: Feature = Feature {
    name: "pit-depths",
    aliases: &[],
    number: "",
    source: "Agent 06, x6",
    definition: "The sum of p(x) over columns with p(x) > 2, where p(x) is how much lower a \
        column is than the lower of its neighbours; at the edge than its only neighbour.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, e.width * e.rows),
    slot: Some(Slot::PitDepths),
    // With infinite walls the lower neighbour at the edge is the only one, so p(x) = d(x).
    read: Read::Board(|board| depths(board).filter(|d| *d > 2).sum()),
};

/// Left and right neighbours of a column, the walls being full.
fn neighbours(board: &Board, x: usize) -> (u32, u32) {
    let columns = board.columns();
    let left = if x == 0 { u32::MAX } else { columns[x - 1] };
    (left, columns.get(x + 1).copied().unwrap_or(u32::MAX))
}

/// The well cells of a column: empty with both horizontal neighbours full, covered or not.
fn well_cells(board: &Board, x: usize) -> u32 {
    let (left, right) = neighbours(board, x);
    left & right & !board.columns()[x] & rows_of(board)
}

/// The rows of the board as a mask; on the board of a move that ends the game, those of its pile
/// too.
fn rows_of(board: &Board) -> u32 {
    let rows = board.height().max(board.max_height());
    ((1u64 << rows) - 1) as u32
}

/// The well cells of a column in the sense of the fast variant: every empty cell below a well cell
/// down to the next full one is a well cell too.
fn well_cells_fast(board: &Board, x: usize) -> u32 {
    let empty = !board.columns()[x];
    let mut wells = well_cells(board, x);
    loop {
        let longer = wells | wells >> 1 & empty;
        if longer == wells {
            return wells;
        }
        wells = longer;
    }
}

pub static CUMULATIVE_WELLS: Feature = Feature {
    name: "cumulative-wells",
    aliases: &[],
    number: "23",
    source: "Dellacherie (Fahey 2003)",
    definition: "For every well cell (empty, its left and right neighbours full, walls full, \
        covered or not) the number of consecutive empty cells from it downwards, itself included; \
        summed.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, (e.width + 1) / 2 * (e.rows * (e.rows + 1) / 2)),
    slot: Some(Slot::CumulativeWells),
    read: Read::Board(|board| {
        let mut sum = 0;
        for (x, column) in board.columns().iter().enumerate() {
            let mut wells = well_cells(board, x);
            while wells != 0 {
                let y = wells.trailing_zeros();
                // Shifted to the top of the word, the empty cells from y downwards lead it.
                let empty_below = (!column << (u32::BITS - 1 - y)).leading_ones();
                sum += empty_below.min(y + 1);
                wells &= wells - 1;
            }
        }
        sum as i32
    }),
};

pub static CUMULATIVE_WELLS_FAST: Feature = Feature {
    name: "cumulative-wells-fast",
    aliases: &[],
    number: "23b",
    source: "Thiery's program; used by Scherrer et al. 2015",
    definition: "As cumulative-wells, but once a well cell is met going down a column, every \
        empty cell below it down to the next full one is a well cell too: a run of k counts 1 + 2 \
        + … + k.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, e.width * (e.rows * (e.rows + 1) / 2)),
    slot: Some(Slot::FastWells),
    read: Read::Board(|board| {
        let mut sum = 0;
        for x in 0..board.width() {
            // The cells from which k cells of a run lead upwards, for k = 1, 2, …
            let mut from = well_cells_fast(board, x);
            while from != 0 {
                sum += from.count_ones();
                from &= from >> 1;
            }
        }
        sum as i32
    }),
};

pub static WELL_CELLS: Feature = Feature {
    name: "well-cells",
    aliases: &[],
    number: "",
    source: "Fahey 2003, as Thiery's program has it",
    definition: "The number of well cells in the sense of cumulative-wells-fast.",
    unit: Unit::One,
    count: Count::One,
    range: |e| (0, e.width * e.rows),
    slot: Some(Slot::WellCells),
    read: Read::Board(|board| {
        let cells = |x| well_cells_fast(board, x).count_ones();
        (0..board.width()).map(cells).sum::<u32>() as i32
    }),
};

#[cfg(test)]
mod tests {
    use crate::rating::features::testing::*;

    const EMPTY: &str = "....\n....\n....\n....";

    #[test]
    fn open_wells_at_the_wall_and_inside() {
        // Heights 1 3 0 2 4 0: d = 2, -2, 2, -2, …, 4.
        let picture = "
            |    # |
            | #  # |
            | # ## |
            |## ## |
            --------";
        assert_eq!(on("wells", picture), 2.0 + 2.0 + 4.0);
        assert_eq!(on("deep-wells", picture), 8.0);
        assert_eq!(on("max-well-depth", picture), 4.0);
        assert_eq!(on("pit-depths", picture), 4.0);
        // Well cells: column 0 rows 1, 2; column 2 rows 0, 1; column 5 rows 0 to 3.
        assert_eq!(on("well-cells", picture), 8.0);
        assert_eq!(
            on("cumulative-wells", picture),
            (1.0 + 2.0) + (1.0 + 2.0) + 10.0
        );
        assert_eq!(on("cumulative-wells-fast", picture), 16.0);
    }

    #[test]
    fn a_shallow_well_is_no_deep_one() {
        let picture = "....\n....\n....\n#.##";
        assert_eq!(on("wells", picture), 1.0);
        assert_eq!(on("deep-wells", picture), 0.0);
        assert_eq!(on("pit-depths", picture), 0.0);
        let two = "....\n....\n#.##\n#.##";
        assert_eq!((on("deep-wells", two), on("pit-depths", two)), (2.0, 0.0));
    }

    #[test]
    fn a_well_that_widens_below() {
        // Column 1: a well cell in row 2 only; below it two empty cells with an open side.
        let picture = "
            |    |
            |# ##|
            |#  #|
            |   #|
            ------";
        assert_eq!(
            on("cumulative-wells", picture),
            3.0,
            "one well cell with two empty cells below"
        );
        assert_eq!(on("cumulative-wells-fast", picture), 1.0 + 2.0 + 3.0);
        assert_eq!(on("well-cells", picture), 3.0);
    }

    #[test]
    fn covered_wells_count_as_cells_but_not_as_open_wells() {
        let picture = "
            |    |
            | #  |
            |# # |
            |# # |
            ------";
        // Heights 2 3 2 0: one at the left wall, two at the right one.
        assert_eq!(on("wells", picture), 3.0);
        assert_eq!(on("cumulative-wells", picture), 1.0 + 3.0 + 3.0);
        assert_eq!(on("cumulative-wells-fast", picture), 7.0);
    }

    #[test]
    fn an_empty_board_has_none() {
        for name in [
            "wells",
            "deep-wells",
            "max-well-depth",
            "cumulative-wells",
            "cumulative-wells-fast",
            "well-cells",
            "pit-depths",
        ] {
            assert_eq!(on(name, EMPTY), 0.0, "{name}");
        }
    }

    #[test]
    fn a_full_height_well() {
        let picture = "###.\n###.\n###.\n###.";
        assert_eq!(on("wells", picture), 4.0);
        assert_eq!(on("cumulative-wells", picture), 10.0);
    }
}
