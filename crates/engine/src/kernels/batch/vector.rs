//! The small vectors that the algorithm is written over: one lane of 32 bits for each placement, or
//! for each column.

use crate::kernels::columns::{PerColumn, SPAN};

/// A vector of 32-bit lanes. Lanes are whole numbers, with or without a sign as the operation has
/// it; sums wrap.
///
/// Everything is `inline(always)`, so that it becomes part of the one function of an instance that
/// is compiled for an instruction set.
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
    /// Writes the lanes as the numbers of as many columns, from one on.
    #[inline(always)]
    fn store_columns(self, to: &mut PerColumn, column: usize) {
        self.store(to.some_mut(column, Self::LANES));
    }
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

    /// Bits moved up by a number of places of each lane's own; nothing is left from 32 on, nor for
    /// negative numbers.
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
    fn shifted_left_in(self, before: Self) -> Self;
    /// Each lane's right neighbour; the last one's is the first lane of another vector.
    fn shifted_right_in(self, after: Self) -> Self;

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
    /// The entry of a table that each lane's number stands for; numbers beyond either end take that
    /// end's.
    fn gather(self, table: &[i32]) -> Self;

    /// Whether all lanes are 0.
    fn is_zero(self) -> bool;
    /// The sum of all lanes.
    fn sum(self) -> i32;
    /// The bits of all lanes.
    fn union(self) -> u32;
    /// The bits of all lanes of two vectors, and the sum of those of a third, which are below 256.
    #[inline(always)]
    fn unions_and_sum(one: Self, other: Self, small: Self) -> ([u32; 2], i32) {
        ([one.union(), other.union()], small.sum())
    }
    /// The greatest lane, with signs.
    fn greatest(self) -> i32;
    /// The least lane, with signs.
    fn least(self) -> i32;
}

#[cfg(test)]
pub(crate) mod testing {
    //! The operations of any instance, each lane compared with what it should be.

    use super::*;
    use crate::game::random::{Purpose, Stream};

    fn lanes<V: Vector>(vector: V) -> Vec<u32> {
        let mut out = [0; 16];
        vector.store(&mut out);
        out[..V::LANES].to_vec()
    }

    fn vector<V: Vector>(numbers: &[u32]) -> V {
        let mut all = [0; SPAN];
        all[3..3 + V::LANES].copy_from_slice(&numbers[..V::LANES]);
        V::load(&all, 3)
    }

    fn bits(yes: impl Iterator<Item = bool>) -> u32 {
        yes.enumerate()
            .map(|(lane, yes)| u32::from(yes) << lane)
            .sum()
    }

    /// Compares all operations on many numbers.
    pub fn check_operations<V: Vector>() {
        let stream = Stream::new(11, 0, Purpose::Sampling);
        for round in 0..2000u64 {
            // Few bits, many bits, small numbers and all: shifted by a random number of places.
            let number = |index: u64| {
                let word = stream.word(round * 64 + index);
                let other = stream.word(round * 64 + index + 16);
                [word, word & other, word >> (other & 31), 0, u32::MAX][(other >> 8) as usize % 5]
            };
            let a: Vec<u32> = (0..V::LANES as u64).map(number).collect();
            let b: Vec<u32> = (0..V::LANES as u64).map(|lane| number(lane + 32)).collect();
            check_pair::<V>(&a, &b);
        }
    }

    fn check_pair<V: Vector>(a: &[u32], b: &[u32]) {
        let (va, vb) = (vector::<V>(a), vector::<V>(b));
        let unary = |name: &str, found: V, expected: &dyn Fn(u32) -> u32| {
            let expected: Vec<u32> = a.iter().map(|a| expected(*a)).collect();
            assert_eq!(lanes(found), expected, "{name} {a:x?}");
        };
        let binary = |name: &str, found: V, expected: &dyn Fn(u32, u32) -> u32| {
            let expected: Vec<u32> = a.iter().zip(b).map(|(a, b)| expected(*a, *b)).collect();
            assert_eq!(lanes(found), expected, "{name} {a:x?} {b:x?}");
        };
        let signed = |a: u32| a as i32;
        binary("and", va.and(vb), &|a, b| a & b);
        binary("or", va.or(vb), &|a, b| a | b);
        binary("xor", va.xor(vb), &|a, b| a ^ b);
        binary("but_not", va.but_not(vb), &|a, b| a & !b);
        binary("add", va.add(vb), &|a, b| a.wrapping_add(b));
        binary("sub", va.sub(vb), &|a, b| a.wrapping_sub(b));
        binary("mul", va.mul(vb), &|a, b| a.wrapping_mul(b));
        binary("max", va.max(vb), &|a, b| signed(a).max(signed(b)) as u32);
        binary("min", va.min(vb), &|a, b| signed(a).min(signed(b)) as u32);
        binary("up", va.up(vb), &|a, b| a.checked_shl(b).unwrap_or(0));
        binary("down", va.down(vb), &|a, b| a.checked_shr(b).unwrap_or(0));
        let places = vb.and(V::splat(31));
        binary("up", va.up(places), &|a, b| a << (b & 31));
        binary("down", va.down(places), &|a, b| a >> (b & 31));
        unary("abs", va.abs(), &|a| signed(a).wrapping_abs() as u32);
        unary("up_one", va.up_one(), &|a| a << 1);
        unary("down_one", va.down_one(), &|a| a >> 1);
        let even = va.but_not(V::splat(1));
        unary("half", even.half(), &|a| (signed(a & !1) / 2) as u32);
        unary("count", va.count(), &u32::count_ones);
        let low = va.down_one();
        unary("height", low.height(), &|a| {
            u32::BITS - (a >> 1).leading_zeros()
        });

        let four = va.and(V::splat(15));
        // Numbers of 15 bits and sign.
        let factor = |b: u32| signed(b) >> 17;
        let factors: Vec<u32> = b.iter().map(|b| factor(*b) as u32).collect();
        let vf = vector::<V>(&factors);
        let table: [i8; 16] = [
            0, 7, -3, 100, -128, 127, 1, -1, 2, -2, 50, -50, 9, -9, 64, -64,
        ];
        let entry = |a: u32| i32::from(table[a as usize & 15]);
        unary("count_four", four.count_four(), &|a| (a & 15).count_ones());
        let times = |a: u32, b: u32| ((a & 15).count_ones() as i32 * factor(b)) as u32;
        binary("count_four_times", four.count_four_times(vf), &times);
        unary("look_up", four.look_up(&table), &|a| entry(a) as u32);
        let product = |a: u32, b: u32| (entry(a) * factor(b)) as u32;
        binary("look_up_times", four.look_up_times(&table, vf), &product);
        let small: [i8; 16] = table.map(|entry| entry / 4);
        let sum = four.look_up_low(&small).add(four.look_up_low(&small));
        unary("look_up_low", sum.low_byte(), &|a| {
            (2 * i32::from(small[a as usize & 15])) as u32
        });
        let scores: Vec<i32> = (0..1000).map(|i| i * i - 77).collect();
        let index = |a: u32| (signed(a) >> 16).clamp(0, 999) as usize;
        let high: Vec<u32> = a.iter().map(|a| (signed(*a) >> 16) as u32).collect();
        unary("gather", vector::<V>(&high).gather(&scores), &|a| {
            scores[index(a)] as u32
        });

        let above = va.above(vb);
        let is_above = |(a, b): (&u32, &u32)| signed(*a) > signed(*b);
        assert_eq!(V::bits(above), bits(a.iter().zip(b).map(is_above)));
        let equal = four.equal(vb.and(V::splat(15)));
        let is_equal = |(a, b): (&u32, &u32)| a & 15 == b & 15;
        assert_eq!(V::bits(equal), bits(a.iter().zip(b).map(is_equal)));
        let either = V::either(above, equal);
        assert_eq!(V::bits(either), V::bits(above) | V::bits(equal));
        let choose =
            |a: u32, b: u32, yes: u32, no: u32| if signed(a) > signed(b) { yes } else { no };
        binary("kept", va.kept(above), &|a, b| choose(a, b, a, 0));
        binary("replaced", va.replaced(above, vb), &|a, b| {
            choose(a, b, b, a)
        });
        binary("counted", va.counted(above), &|a, b| {
            choose(a, b, a.wrapping_add(1), a)
        });

        let joined: Vec<u32> = [b, a, b].concat();
        let count = V::LANES;
        assert_eq!(
            lanes(va.shifted_left_in(vb)),
            joined[count - 1..2 * count - 1]
        );
        assert_eq!(
            lanes(va.shifted_right_in(vb)),
            joined[count + 1..2 * count + 1]
        );
        assert_eq!(lanes(V::load_slice(a)), a);
        let mut out = [0; 16];
        va.store_signed(&mut out);
        assert!(a.iter().zip(out).all(|(a, out)| signed(*a) == out));
        assert_eq!(va.is_zero(), a.iter().all(|a| *a == 0));
        assert!(V::splat(0).is_zero());
        let wrapping_sum = a.iter().fold(0i32, |sum, a| sum.wrapping_add(signed(*a)));
        assert_eq!(va.sum(), wrapping_sum);
        assert_eq!(va.union(), a.iter().fold(0, |all, a| all | a));
        let small = va.and(V::splat(255));
        let sum = a.iter().map(|a| signed(*a & 255)).sum();
        let unions = [va.union(), vb.union()];
        assert_eq!(V::unions_and_sum(va, vb, small), (unions, sum));
        assert_eq!(Some(va.greatest()), a.iter().map(|a| signed(*a)).max());
        assert_eq!(Some(va.least()), a.iter().map(|a| signed(*a)).min());
        let numbers: Vec<u32> = (0..count as u32).collect();
        assert_eq!(lanes(V::numbers()), numbers);
        assert_eq!(lanes(V::splat(-5)), vec![-5i32 as u32; count]);
    }
}
