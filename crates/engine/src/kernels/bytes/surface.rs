//! All placements of a piece: what they make of the heights of the columns.
//!
//! The piece changes the heights of its window, and what is seen from its neighbours. What is
//! counted of the whole board is that of the other columns, taken together around a ring, and that
//! of the window.

use super::counts::Count;
use super::placements::{Board, Placements, each};
use super::plan::Job;
use super::vector::{BYTES, ByteVector};
use crate::kernels::scores::Counts;

/// The height of a wall.
pub(super) const WALL: u8 = 32;

/// For a difference, two more than it is and without its sign in the upper bits: a bit for each of
/// -2 to 2.
const PATTERN: [u8; BYTES] = {
    let mut table = [0; BYTES];
    let mut i = 0;
    while i < 5 {
        table[i] = 1 << i;
        i += 1;
    }
    table
};

/// For a depth of 1 a 1, for a depth of 2 a 1 in the upper half.
const SHALLOW: [u8; BYTES] = {
    let mut table = [0; BYTES];
    (table[1], table[2]) = (1, 16);
    table
};

/// A way to take two numbers together. No closure: the compiler may leave it as a function of its
/// own, which lacks the instruction set of its caller, and then LLVM does not finish.
pub(super) trait Together {
    fn of<B: ByteVector>(a: B, b: B) -> B;
}

/// Ways to take two numbers together, by the operation of the vector.
macro_rules! together {
    ($($name:ident $operation:ident;)*) => {$(
        pub(super) struct $name;
        impl Together for $name {
            #[inline(always)]
            fn of<B: ByteVector>(a: B, b: B) -> B {
                a.$operation(b)
            }
        }
    )*};
}
together! {
    Greater max;
    Lesser min;
    Either or;
    Sum add;
    SumOfPairs add_pairs;
}

/// A number of each column, and those of two, four and eight columns from it on taken together.
struct Ring<B>([B; 4]);

impl<B: ByteVector> Ring<B> {
    #[inline(always)]
    fn new<T: Together>(of: B) -> Self {
        let two = T::of(of, of.around::<1>());
        let four = T::of(two, two.around::<2>());
        Ring([of, two, four, T::of(four, four.around::<4>())])
    }

    /// All columns together.
    #[inline(always)]
    fn all<T: Together>(&self) -> B {
        T::of(self.0[3], self.0[3].around::<8>())
    }
}

/// The heights of the columns before and after.
pub(super) struct Surface<'a, B, const M: usize> {
    job: Job<'a>,
    /// The heights of all columns before.
    pub here: B,
    /// The heights after the move, from two columns left of the window to two right of it.
    pub after: [B; 8],
}

impl<'a, B: ByteVector, const M: usize> Placements<'a, B, M> {
    /// The heights of the columns before and after.
    #[inline(always)]
    pub fn surface(&self, job: Job<'a>, board: &Board<B>) -> Surface<'a, B, M> {
        let wall = B::splat(WALL);
        let here = board.heights.spread();
        let [a, b, c, d, e, f] = self.heights;
        let last = match M {
            4 => here.to_the_right::<5>(wall),
            _ => wall,
        };
        let mut after = [here.to_the_left::<2>(wall), a, b, c, d, e, f, last];
        for k in 0..M {
            // Where the orientation has no such column its top is below anything.
            let top = self.row.add(each(k, &self.piece.top));
            after[k + 2] = after[k + 2].max(top);
        }
        Surface { job, here, after }
    }

    /// The greatest and the least height.
    #[inline(always)]
    pub fn extremes(&self, board: &Board<B>, surface: &Surface<B, M>, counts: &mut Counts) {
        let walls = B::load_columns(&surface.job.plan.walls);
        let heights = Ring::new::<Greater>(board.heights.but_not(walls));
        let highest = heights.all::<Greater>().spread();
        let top = self.row.add(B::orientations(self.piece.height));
        counts.set(Count::MaxHeight, top.sub_to_zero(highest));

        let ring = Ring::new::<Lesser>(surface.here);
        let [one, _, four, eight] = ring.0;
        let mut least = match M {
            3 => eight
                .around::<3>()
                .min(four.around::<11>())
                .min(one.around::<15>()),
            _ => eight.around::<4>().min(four.around::<12>()),
        };
        if surface.job.plan.wraps_around {
            let wall = B::splat(WALL);
            least = least.min(wall.to_the_right::<1>(one));
            least = least.min(wall.to_the_right::<2>(one));
            least = least.min(wall.to_the_right::<3>(one));
        }
        for height in &surface.after[2..M + 2] {
            least = least.min(*height);
        }
        counts.set(Count::MinHeight, least.sub(ring.all::<Lesser>()));
    }
}

impl<B: ByteVector, const M: usize> Surface<'_, B, M> {
    /// The bytes of pairs that begin `j` less two columns to the right, 0 where there is no pair.
    #[inline(always)]
    fn paired(&self, j: usize, of: B) -> B {
        of.and(B::load(&self.job.plan.pairs[j - 1]))
    }

    /// What belongs to one column or one pair.
    #[inline(always)]
    pub fn columns(&self, counts: &mut Counts) {
        let heights = near_each::<B>(self.here);
        for k in 0..M {
            let rise = self.after[k + 2].sub(heights[k + 1]);
            counts.set_number(Count::Rise, k, rise);
        }
        let before = near_each::<B>(self.pair_before());
        for j in 1..M + 2 {
            let now = self.paired(j, self.after[j].sub(self.after[j + 1]).abs());
            let biased = now.add(B::splat(Count::Pair.bias() as u8));
            counts.set_number(Count::Pair, j - 1, biased.sub(before[j - 1]));
        }
    }

    /// The differences of each column and the next on the board before.
    #[inline(always)]
    fn pair_before(&self) -> B {
        let next = self.here.to_the_right::<1>(B::splat(WALL));
        self.paired(2, self.here.sub(next).abs())
    }

    /// Differences of neighbouring heights and their squares.
    #[inline(always)]
    pub fn differences(&self, counts: &mut Counts) {
        let zero = B::splat(0);
        let mut now = [zero; 5];
        let mut sum = B::splat(Count::Differences.bias() as u8);
        for j in 1..M + 2 {
            now[j - 1] = self.paired(j, self.after[j].sub(self.after[j + 1]).abs());
            sum = sum.add(now[j - 1]);
        }
        let pair = self.pair_before();
        let before = window::<B, Sum, M>(pair);
        counts.set(Count::Differences, sum.sub(before));
        if self.job.plan.counted & Count::SquaresLow.alone() == 0 {
            return;
        }
        // The bytes of a column are the same, so that both halves of their products are.
        let square = pair.products(pair)[0];
        let before = window::<B, SumOfPairs, M>(square);
        let start = B::splat_columns(Count::SquaresLow.bias_of_pairs()).sub_pairs(before);
        let mut squares = [start; 2];
        for now in &now[..M + 1] {
            let [even, odd] = now.products(*now);
            squares = [squares[0].add_pairs(even), squares[1].add_pairs(odd)];
        }
        let [low, high] = B::joined(squares);
        counts.set(Count::SquaresLow, low);
        counts.set(Count::SquaresHigh, high);
    }

    /// How many of the differences -2 to 2 there are.
    #[inline(always)]
    pub fn patterns(&self, counts: &mut Counts) {
        let (two, table) = (B::splat(2), B::load(&PATTERN));
        let next = self.here.to_the_right::<1>(B::splat(WALL));
        let before = self.paired(2, self.here.sub(next).add(two).look_up(table));
        let ring = Ring::new::<Either>(before);
        let [one, _, four, eight] = ring.0;
        let mut seen = four.around::<11>().or(match M {
            3 => eight.around::<3>(),
            _ => eight.around::<4>(),
        });
        if self.job.plan.wraps_around {
            let zero = B::splat(0);
            seen = seen.or(zero.to_the_right::<1>(one));
            seen = seen.or(zero.to_the_right::<2>(one));
            seen = seen.or(zero.to_the_right::<3>(one));
        }
        for j in 1..M + 2 {
            let signed = self.after[j].sub(self.after[j + 1]);
            seen = seen.or(self.paired(j, signed.add(two).look_up(table)));
        }
        let biased = seen.count().add(B::splat(Count::Patterns.bias() as u8));
        counts.set(Count::Patterns, biased.sub(ring.all::<Either>().count()));
    }

    /// The depths of open wells. Walls are higher than their neighbours, so that they are none.
    #[inline(always)]
    pub fn open_wells(&self, counts: &mut Counts) {
        let (zero, wall, shallow) = (B::splat(0), B::splat(WALL), B::load(&SHALLOW));
        let sides = self
            .here
            .to_the_left::<1>(wall)
            .min(self.here.to_the_right::<1>(wall));
        let before = sides.sub_to_zero(self.here);
        let (mut sum, mut few, mut deepest) = (zero, zero, zero);
        for j in 1..M + 3 {
            let depth = self.after[j - 1]
                .min(self.after[j + 1])
                .sub_to_zero(self.after[j]);
            sum = sum.add(depth);
            few = few.add(depth.look_up(shallow));
            deepest = deepest.max(depth);
        }
        let sum_before = widest::<B, Sum, M>(before);
        let few_before = widest::<B, Sum, M>(before.look_up(shallow));
        // Four more than how many of depth 1 there are more, and of depth 2.
        let few = few.add(B::splat(0x44)).sub(few_before);
        let (ones, twos) = (few.and(B::splat(15)), few.lowered());
        let bias = B::splat(Count::OpenWells.bias() as u8);
        let wells = sum.add(bias).sub(sum_before);
        let deep = wells.add(B::splat(4)).sub(ones);
        counts.set(Count::OpenWells, wells);
        counts.set(Count::DeepWells, deep);
        counts.set(Count::Pits, deep.add(B::splat(8)).sub(twos.add(twos)));

        if self.job.plan.counted & Count::Deepest.alone() == 0 {
            return;
        }
        let ring = Ring::new::<Greater>(before);
        let [one, _, four, eight] = ring.0;
        deepest = deepest.max(four.around::<11>()).max(match M {
            3 => eight.around::<4>(),
            _ => eight.around::<5>(),
        });
        if self.job.plan.wraps_around {
            deepest = deepest.max(zero.to_the_left::<1>(one));
            deepest = deepest.max(zero.to_the_right::<1>(one));
            deepest = deepest.max(zero.to_the_right::<2>(one));
            deepest = deepest.max(zero.to_the_right::<3>(one));
            deepest = deepest.max(zero.to_the_right::<4>(one));
        }
        let biased = deepest.add(B::splat(Count::Deepest.bias() as u8));
        counts.set(Count::Deepest, biased.sub(ring.all::<Greater>()));
    }
}

/// What the columns from the one left of each to the last of its window have together.
#[inline(always)]
fn window<B: ByteVector, T: Together, const M: usize>(of: B) -> B {
    let zero = B::splat(0);
    let two = T::of(of, of.to_the_right::<1>(zero));
    let three = T::of(of.to_the_left::<1>(zero), two);
    match M {
        4 => T::of(three, two.to_the_right::<2>(zero)),
        _ => T::of(three, of.to_the_right::<2>(zero)),
    }
}

/// The same with the column right of the window.
#[inline(always)]
pub(super) fn widest<B: ByteVector, T: Together, const M: usize>(of: B) -> B {
    match M {
        4 => T::of(window::<B, T, 4>(of), of.to_the_right::<4>(B::splat(0))),
        _ => window::<B, T, 4>(of),
    }
}

/// A number of the columns from the one left of each on.
#[inline(always)]
pub(super) fn near_each<B: ByteVector>(of: B) -> [B; 6] {
    let zero = B::splat(0);
    [
        of.to_the_left::<1>(zero),
        of,
        of.to_the_right::<1>(zero),
        of.to_the_right::<2>(zero),
        of.to_the_right::<3>(zero),
        of.to_the_right::<4>(zero),
    ]
}
