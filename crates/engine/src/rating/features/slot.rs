//! Slots: the whole numbers that kernels and the GPU can read in place of a feature's own code.

use super::Count;

/// The whole number that a kernel or the GPU reads in place of a feature's reference code.
///
/// A feature names its slot in [`Feature::slot`](super::Feature::slot); features that differ only
/// in their unit share one. The number has to be exactly what the feature's own code reads, on
/// every board and after every move: backends trust that, and do not call the code of a feature
/// that has a slot. A feature without a slot is played on the reference path.
///
/// Every backend matches slots exhaustively, so that a new slot does not compile until each of them
/// has it. That is why this enumeration, which will grow, is not `#[non_exhaustive]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Slot {
    /// The height of the highest column.
    MaxHeight,
    /// The height of the lowest column.
    MinHeight,
    /// The sum of the heights of all columns.
    SumHeight,
    /// The height of the highest column minus that of the lowest.
    MaxHeightDifference,
    /// The width times the greatest height, minus the sum of the heights.
    MaxMinusMean,
    /// The sum of the heights, minus the width times the least height.
    MeanMinusMin,
    /// The sum over columns of |width · height - sum of the heights|.
    HeightDeviation,
    /// The sum of the absolute differences of the heights of neighbouring columns.
    HeightDifferences,
    /// The sum of the squares of those differences.
    SquaredDifferences,
    /// How many of the differences -2 to 2 occur between a column and the next.
    PatternDiversity,
    /// The height of the column that the index of the value names.
    ColumnHeight,
    /// The absolute difference of the heights of that column and the next.
    ColumnDifference,
    /// The sum of the depths of the open wells. Walls are higher than any column.
    Wells,
    /// The sum of the depths of the open wells that are at least two deep.
    DeepWells,
    /// The sum of the depths of the open wells that are at least three deep.
    PitDepths,
    /// The depth of the deepest open well.
    MaxWellDepth,
    /// Empty cells with a full cell somewhere above them in their column.
    Holes,
    /// Full cells whose cell directly below is empty.
    Lids,
    /// Changes between empty and full along the columns, the floor being full: twice the lids, and
    /// one for each column.
    ColumnTransitions,
    /// Full cells with a hole somewhere below them.
    HoleDepth,
    /// Rows with at least one hole.
    RowsWithHoles,
    /// Empty cells whose cells directly above and below are full; the floor is full.
    SurroundedHoles,
    /// Changes between empty and full along the rows, the walls being full.
    RowTransitions,
    /// Pairs of an empty and a full cell side by side or one above the other; walls do not count.
    CellTransitions,
    /// Full cells.
    FullCells,
    /// The sum of the rows of the full cells, the bottom row counting 1.
    WeightedCells,
    /// For every empty cell with both sides full, the empty cells from it downwards to the next
    /// full one; summed. Walls are full.
    CumulativeWells,
    /// As the cumulative wells, where every empty cell below such a cell is one too, down to the
    /// next full cell.
    FastWells,
    /// The cells that the fast meaning counts, each once.
    WellCells,
    /// Twice the row of the piece's lowest cell, plus the height of the piece minus 1.
    LandingHeight,
    /// The rows removed by the move.
    RemovedLines,
    /// The rows removed by the move times the cells of its piece that were in them.
    ErodedCells,
    /// 1.
    Constant,
    /// 1 if the move ends the game, 0 if not.
    Suicide,
    /// -1 if the move ends the game, 1 if not.
    Lost,
    /// The pattern of four neighbouring columns, the first of which the index of the value names.
    Surface4,
    /// The pattern of five neighbouring columns.
    Surface5,
    /// What covers the holes of the column that the index names.
    Cover,
}

impl Slot {
    /// How many slots there are.
    pub(crate) const COUNT: usize = Slot::Cover as usize + 1;

    /// Whether a feature with this many values can name it: a slot with a number for each column
    /// takes a feature with a value for each column.
    pub(super) fn fits(self, count: Count) -> bool {
        match self {
            Slot::ColumnHeight | Slot::Cover => count == Count::Columns,
            Slot::Surface4 => count == Count::Windows(4),
            Slot::Surface5 => count == Count::Windows(5),
            Slot::ColumnDifference => count == Count::Pairs,
            _ => true,
        }
    }
}
