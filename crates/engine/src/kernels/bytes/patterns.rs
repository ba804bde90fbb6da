//! All placements of a piece: the numbers of the places that they change.

use super::placements::{Board, Placements, each};
use super::places::{Indices, numbers};
use super::surface::{Surface, WALL, near_each};
use super::vector::{BYTES, ByteVector};

/// A table of some small numbers.
const fn times(factor: u8) -> [u8; BYTES] {
    let mut table = [0; BYTES];
    let mut number = 0;
    while number < 16 {
        table[number] = factor * number as u8;
        number += 1;
    }
    table
}

const NINE_TIMES: [u8; BYTES] = times(9);
const FIVE_TIMES: [u8; BYTES] = times(5);

/// For a number of holes: five times what is left of it, cut to four, without one.
const HOLES: [u8; BYTES] = {
    let mut table = [15; BYTES];
    (table[0], table[1], table[2], table[3]) = (0, 0, 5, 10);
    table
};

/// For a number of full cells above them: what is left of it, cut to five, without one.
const ABOVE: [u8; BYTES] = {
    let mut table = [4; BYTES];
    (table[0], table[1], table[2], table[3], table[4]) = (0, 0, 1, 2, 3);
    table
};

/// How much higher the second height is, cut to `most` and as a number without a sign.
#[inline(always)]
fn digit<B: ByteVector>(one: B, next: B, most: u8) -> B {
    let difference = next.sub(one).add(B::splat(most));
    difference.max(B::splat(0)).min(B::splat(2 * most))
}

/// The number of a pattern of the surface, given four digits of neighbouring columns.
#[inline(always)]
fn window<B: ByteVector>([a, b, c, d]: [B; 4], within: B) -> [[u8; BYTES]; 2] {
    let high = a.look_up(B::load(&NINE_TIMES)).add(b);
    // Of the last digit only a pattern of five columns tells, which cuts it to less.
    let last = d.sub_to_zero(B::splat(2)).min(B::splat(4));
    let low = c.look_up(B::load(&FIVE_TIMES)).add(last);
    numbers(high.and(within), 45, low.and(within))
}

/// The number of what covers the holes of a column.
#[inline(always)]
fn cover<B: ByteVector>(holes: B, above: B, [left, here, right]: [B; 3]) -> [[u8; BYTES]; 2] {
    let has_holes = holes.is_some();
    let high = holes
        .look_up(B::load(&HOLES))
        .add(above.look_up(B::load(&ABOVE)));
    let side = digit(here, left, 2).look_up(B::load(&FIVE_TIMES));
    let low = side.add(digit(here, right, 2)).add(B::splat(1));
    numbers(high.kept(has_holes), 25, low.kept(has_holes))
}

impl<B: ByteVector, const M: usize> Surface<'_, B, M> {
    /// The patterns of the surface, from the one that ends with the first column of the window to
    /// the one that begins with its last.
    #[inline(always)]
    pub fn windows(&self, within: &[[u8; BYTES]]) -> Indices {
        let zero = B::splat(0);
        let next = self.here.to_the_right::<1>(B::splat(WALL));
        let before = digit(self.here, next, 4);
        let mut digits = [zero; 11];
        digits[0] = before.to_the_left::<4>(zero);
        digits[1] = before.to_the_left::<3>(zero);
        digits[2] = before.to_the_left::<2>(zero);
        for j in 1..M + 2 {
            digits[j + 2] = digit(self.after[j], self.after[j + 1], 4);
        }
        let right = [
            before.to_the_right::<3>(zero),
            before.to_the_right::<4>(zero),
            before.to_the_right::<5>(zero),
            before.to_the_right::<6>(zero),
        ];
        for i in 0..3 {
            digits[M + 4 + i] = right[M - 3 + i];
        }
        let mut indices = Indices::NONE;
        for j in 0..M + 4 {
            let four = [digits[j], digits[j + 1], digits[j + 2], digits[j + 3]];
            indices.after[j] = window(four, B::load(&within[j]));
        }
        let four = [
            before,
            before.to_the_right::<1>(zero),
            before.to_the_right::<2>(zero),
            right[0],
        ];
        indices.before = window(four, B::load(&within[4]));
        indices
    }

    /// The heights of the columns of the window.
    #[inline(always)]
    pub fn heights(&self) -> Indices {
        let mut indices = Indices::NONE;
        indices.before = numbers(B::splat(0), 0, self.here);
        for k in 0..M {
            indices.after[k] = numbers(B::splat(0), 0, self.after[k + 2]);
        }
        indices
    }

    /// The differences of the columns from the one left of the window on and the next.
    #[inline(always)]
    pub fn pairs(&self) -> Indices {
        let mut indices = Indices::NONE;
        let next = self.here.to_the_right::<1>(B::splat(WALL));
        indices.before = numbers(B::splat(0), 0, self.here.sub(next).abs());
        for j in 1..M + 2 {
            let difference = self.after[j].sub(self.after[j + 1]).abs();
            indices.after[j - 1] = numbers(B::splat(0), 0, difference);
        }
        indices
    }
}

impl<B: ByteVector, const M: usize> Placements<'_, B, M> {
    /// What covers holes, in the window and beside it.
    #[inline(always)]
    pub fn covers(&self, board: &Board<B>, surface: &Surface<B, M>) -> Indices {
        let holes = board.holes.count_columns().spread();
        let above = board.heights.sub(board.holes.height_columns()).spread();
        let (here, wall) = (surface.here, B::splat(WALL));
        let sides = [
            here.to_the_left::<1>(wall),
            here,
            here.to_the_right::<1>(wall),
        ];
        let mut indices = Indices::NONE;
        indices.before = cover(holes, above, sides);
        let (holes, above) = (near_each(holes), near_each(above));
        for j in 0..M + 2 {
            let (mut holes, mut above): (B, B) = (holes[j], above[j]);
            if (1..=M).contains(&j) {
                // New holes are covered by the piece alone. They are what it rises by beyond its
                // own cells; with the gaps that are known, LLVM does not finish.
                let own = each::<B>(j - 1, &self.piece.counts);
                let gap = surface.after[j + 1].sub(own).sub(self.heights[j]);
                above = above.kept(!gap.is_some()).add(own);
                holes = holes.add(gap);
            }
            let near = [surface.after[j], surface.after[j + 1], surface.after[j + 2]];
            indices.after[j] = cover(holes, above, near);
        }
        indices
    }
}
