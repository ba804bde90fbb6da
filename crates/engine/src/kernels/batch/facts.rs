//! What is known of each column of a board.

use crate::kernels::columns::PerColumn;

/// What is known of each column.
#[derive(Clone, Debug)]
pub(crate) struct ColumnFacts {
    /// The heights.
    pub heights: PerColumn,
    /// The first row above each, as a bit.
    pub tops: PerColumn,
    /// The holes of each.
    pub holes: PerColumn,
    /// The well cells above each.
    pub wells: PerColumn,
    /// How far the highest of them is above the column, it included; 0 if there is none.
    pub well_depths: PerColumn,
}
