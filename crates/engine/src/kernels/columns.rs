//! Numbers of the columns of a board, laid out so that vectors can load them.

use crate::game::board::MAX_WIDTH;

/// The height that a wall has for its neighbours: more than any column.
pub(crate) const WALL: i32 = 64;

/// Entries of a [`PerColumn`] before that of column 0: the left wall and what patterns of five
/// columns see beyond it.
pub(crate) const PAD: usize = 4;

/// Entries that a batch of placements can reach from its first column: 16 lanes, four columns to
/// the left, and the four columns of a lying I with four more to the right.
pub(crate) const SPAN: usize = PAD + 16 + 8;

/// Entries of a [`PerColumn`]: batches of one lane begin at any column.
const LENGTH: usize = SPAN + MAX_WIDTH;

/// A number for each column, with room for the walls on both sides: column `x` is entry `x + PAD`.
///
/// A batch of placements in neighbouring columns reads entry `x + PAD + k` for the column `k` to
/// the right of each, which is one unaligned load.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct PerColumn([u32; LENGTH]);

impl PerColumn {
    /// The same number everywhere.
    pub fn filled(with: u32) -> PerColumn {
        PerColumn([with; LENGTH])
    }

    /// What a batch that begins at a column can reach.
    #[inline(always)]
    pub fn view(&self, column: usize) -> &[u32; SPAN] {
        self.0[column..column + SPAN]
            .try_into()
            .expect("a slice of that length")
    }

    /// The number of a column; -1 is the left wall.
    #[inline(always)]
    pub fn get(&self, column: isize) -> u32 {
        self.0[(column + PAD as isize) as usize]
    }

    /// Sets the number of a column.
    #[inline(always)]
    pub fn set(&mut self, column: isize, to: u32) {
        self.0[(column + PAD as isize) as usize] = to;
    }

    /// The numbers of some columns, the first of which is `column`.
    #[inline(always)]
    pub fn some_mut(&mut self, column: usize, count: usize) -> &mut [u32] {
        &mut self.0[PAD + column..PAD + column + count]
    }
}
