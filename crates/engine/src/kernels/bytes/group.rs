//! Counts that are weighted four at a time.

use super::vector::ByteVector;
use crate::kernels::scores::Counts;

/// Four counts and their weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The numbers of the counts.
    pub counts: [u8; 4],
    /// The weights, digit by digit.
    pub digits: [[u8; 4]; 4],
}

/// Four counts side by side, in the order of the list.
#[inline(always)]
pub(super) fn ordered<B: ByteVector>(order: B, counts: &Counts, [a, b, c, d]: [u8; 4]) -> [B; 4] {
    // No closure: the compiler leaves it as a function of its own, which lacks the instruction set
    // of its caller.
    B::side_by_side([
        order.look_up(counts.of(a)),
        order.look_up(counts.of(b)),
        order.look_up(counts.of(c)),
        order.look_up(counts.of(d)),
    ])
}
