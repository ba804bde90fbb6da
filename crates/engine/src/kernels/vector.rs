//! The small vectors that the algorithm is written over: one lane of 32 bits for each placement, or for each column.

use crate::board::MAX_WIDTH;

/// Entries of a [`Row`] before that of column 0: the left wall and one beyond it.
pub(crate) const PAD: usize = 2;

/// Entries that a batch of placements can reach from its first column: 16 lanes, two columns to the left, and the
/// four columns of a lying I with two more to the right.
pub(crate) const SPAN: usize = PAD + 16 + 6;

/// Entries of a [`Row`]: batches of one lane begin at any column.
const LENGTH: usize = SPAN + MAX_WIDTH;

/// A number for each column, with room for the walls on both sides: column `x` is entry `x + PAD`.
///
/// A batch of placements in neighbouring columns reads entry `x + PAD + k` for the column `k` to the right of each, which
/// is one unaligned load.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Row([u32; LENGTH]);

impl Row {
    /// The same number everywhere.
    pub fn filled(with: u32) -> Row {
        Row([with; LENGTH])
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

    /// Sets the numbers of as many columns as there are lanes.
    #[inline(always)]
    pub fn set_lanes<V: Vector>(&mut self, column: usize, to: V) {
        to.store(&mut self.0[PAD + column..PAD + column + V::LANES]);
    }
}

/// A vector of 32-bit lanes. Lanes are whole numbers, with or without a sign as the operation has it; sums wrap.
///
/// Everything is `inline(always)`, so that it becomes part of the one function of an instance that is compiled for an
/// instruction set.
pub(crate) trait Vector: Copy {
    /// Number of lanes.
    const LANES: usize;
    /// A yes or no for each lane.
    type Mask: Copy;

    /// The same number in every lane.
    fn splat(value: i32) -> Self;
    /// The number of each lane, from 0.
    fn numbers() -> Self;
    /// Lanes from a place on.
    fn load(from: &[u32; SPAN], at: usize) -> Self;
    /// The first lanes of a slice.
    fn load_slice(from: &[u32]) -> Self;
    /// Writes all lanes.
    fn store(self, to: &mut [u32]);
    /// Scores as they are written out.
    fn store_signed(self, to: &mut [i32]);

    /// Bits in both.
    fn and(self, other: Self) -> Self;
    /// Bits in either.
    fn or(self, other: Self) -> Self;
    /// Bits in one of them.
    fn xor(self, other: Self) -> Self;
    /// Bits in this one and not in the other.
    fn but_not(self, other: Self) -> Self;

    /// Sum.
    fn add(self, other: Self) -> Self;
    /// Difference.
    fn sub(self, other: Self) -> Self;
    /// Product.
    fn mul(self, other: Self) -> Self;
    /// The greater, with signs.
    fn max(self, other: Self) -> Self;
    /// The lesser, with signs.
    fn min(self, other: Self) -> Self;
    /// Without its sign.
    fn abs(self) -> Self;

    /// Bits moved up by a number of places of each lane's own; nothing is left from 32 on, nor for negative numbers.
    fn up(self, places: Self) -> Self;
    /// Bits moved down likewise.
    fn down(self, places: Self) -> Self;
    /// Bits moved up by one.
    fn up_one(self) -> Self;
    /// Bits moved down by one.
    fn down_one(self) -> Self;
    /// Half of an even number, with its sign.
    fn half(self) -> Self;

    /// Each lane's left neighbour; the first one's is the last lane of another vector.
    fn from_left(self, before: Self) -> Self;
    /// Each lane's right neighbour; the last one's is the first lane of another vector.
    fn from_right(self, after: Self) -> Self;

    /// Number of bits.
    fn count(self) -> Self;
    /// One more than the number of the highest bit, 0 if there is none. Lanes are below 2^31.
    fn height(self) -> Self;

    /// Where this is greater, with signs.
    fn above(self, other: Self) -> Self::Mask;
    /// Where both are equal.
    fn equal(self, other: Self) -> Self::Mask;
    /// Where either mask says yes.
    fn either(one: Self::Mask, other: Self::Mask) -> Self::Mask;
    /// The mask as bits, lane 0 first.
    fn bits(mask: Self::Mask) -> u32;
    /// The lanes where the mask says yes, 0 elsewhere.
    fn kept(self, mask: Self::Mask) -> Self;
    /// The other's lanes where the mask says yes, its own elsewhere.
    fn replaced(self, mask: Self::Mask, other: Self) -> Self;
    /// One more where the mask says yes.
    fn counted(self, mask: Self::Mask) -> Self;

    /// Number of bits of lanes below 16.
    fn count_four(self) -> Self;
    /// That, times a number of 15 bits and sign.
    fn count_four_times(self, factor: Self) -> Self;
    /// The entry of a table of sixteen that each lane's number, 0 to 15, stands for.
    fn look_up(self, table: &[i8; 16]) -> Self;
    /// The entry likewise, but only in the low byte of the lane: sums of a few may be made before
    /// [`low_byte`](Self::low_byte) takes that out.
    fn look_up_low(self, table: &[i8; 16]) -> Self;
    /// The low byte, with its sign.
    fn low_byte(self) -> Self;
    /// The entry likewise, times a number of 15 bits and sign. Entry 0 is 0.
    fn look_up_times(self, table: &[i8; 16], factor: Self) -> Self;
    /// The entry of a table that each lane's number stands for; numbers beyond either end take that end's.
    fn gather(self, table: &[i32]) -> Self;

    /// Whether all lanes are 0.
    fn is_zero(self) -> bool;
    /// The sum of all lanes.
    fn sum(self) -> i32;
    /// The bits of all lanes.
    fn union(self) -> u32;
    /// The greatest lane, with signs.
    fn greatest(self) -> i32;
    /// The least lane, with signs.
    fn least(self) -> i32;
}
