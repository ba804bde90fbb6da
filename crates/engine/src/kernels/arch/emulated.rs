//! An instance for tests alone: sixteen lanes as an array. It shows on any machine that the
//! algorithm is right for the number of lanes that AVX-512 has; what is left to be shown where
//! there is AVX-512 is that its instructions do what they should.

use super::compile::{for_family, instance, plain};
use crate::kernels::batch::Vector;
use crate::kernels::columns::SPAN;

/// Any machine can run this instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token(());

impl Token {
    /// A token.
    pub fn new() -> Token {
        Token(())
    }
}

instance!(any machine, Lanes, super::emulated_bytes::Bytes);

#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes([u32; 16]);

/// Operations that are the same in every lane. They are not inlined, or compiling would take
/// minutes.
macro_rules! lanewise {
    ($($name:ident($($other:ident)?) |$a:ident $(, $b:ident)?| $body:expr;)*) => {$(
        #[inline(never)]
        fn $name(self $(, $other: Self)?) -> Self {
            Lanes(std::array::from_fn(|lane| {
                let $a = self.0[lane];
                $(let $b = $other.0[lane];)?
                $body
            }))
        }
    )*};
}

fn mask(yes: bool) -> u32 {
    if yes { u32::MAX } else { 0 }
}

impl Vector for Lanes {
    const LANES: usize = 16;
    type Mask = Lanes;

    fn splat(value: i32) -> Self {
        Lanes([value as u32; 16])
    }
    fn numbers() -> Self {
        Lanes(std::array::from_fn(|lane| lane as u32))
    }
    #[inline(never)]
    fn load(from: &[u32; SPAN], at: usize) -> Self {
        Lanes(from[at..at + 16].try_into().unwrap())
    }
    fn load_slice(from: &[u32]) -> Self {
        Lanes(from[..16].try_into().unwrap())
    }
    fn store(self, to: &mut [u32]) {
        to[..16].copy_from_slice(&self.0);
    }
    fn store_signed(self, to: &mut [i32]) {
        to[..16].copy_from_slice(&self.0.map(|lane| lane as i32));
    }

    lanewise! {
        and(other) |a, b| a & b;
        or(other) |a, b| a | b;
        xor(other) |a, b| a ^ b;
        but_not(other) |a, b| a & !b;
        add(other) |a, b| a.wrapping_add(b);
        sub(other) |a, b| a.wrapping_sub(b);
        mul(other) |a, b| a.wrapping_mul(b);
        max(other) |a, b| (a as i32).max(b as i32) as u32;
        min(other) |a, b| (a as i32).min(b as i32) as u32;
        abs() |a| (a as i32).wrapping_abs() as u32;
        up(places) |a, n| a.checked_shl(n).unwrap_or(0);
        down(places) |a, n| a.checked_shr(n).unwrap_or(0);
        up_one() |a| a << 1;
        down_one() |a| a >> 1;
        half() |a| (a as i32 >> 1) as u32;
        count() |a| a.count_ones();
        count_four() |a| a.count_ones();
        count_four_times(factor) |a, b| a.count_ones().wrapping_mul(b);
        height() |a| u32::BITS - a.leading_zeros();
        low_byte() |a| i32::from(a as i8) as u32;
        above(other) |a, b| mask(a as i32 > b as i32);
        equal(other) |a, b| mask(a == b);
        kept(yes) |a, b| a & b;
        counted(yes) |a, b| a.wrapping_sub(b);
    }

    fn shifted_left_in(self, before: Self) -> Self {
        let left = |lane| {
            if lane == 0 {
                before.0[15]
            } else {
                self.0[lane - 1]
            }
        };
        Lanes(std::array::from_fn(left))
    }
    fn shifted_right_in(self, after: Self) -> Self {
        let right = |lane| {
            if lane == 15 {
                after.0[0]
            } else {
                self.0[lane + 1]
            }
        };
        Lanes(std::array::from_fn(right))
    }
    fn either(one: Lanes, other: Lanes) -> Lanes {
        one.or(other)
    }
    fn bits(mask: Lanes) -> u32 {
        (0..16).map(|lane| (mask.0[lane] & 1) << lane).sum()
    }
    fn replaced(self, mask: Lanes, other: Self) -> Self {
        self.but_not(mask).or(other.and(mask))
    }
    fn look_up(self, table: &[i8; 16]) -> Self {
        Lanes(self.0.map(|index| i32::from(table[index as usize]) as u32))
    }
    fn look_up_low(self, table: &[i8; 16]) -> Self {
        // Only the low byte counts, so the others may be anything.
        Lanes(self.look_up(table).0.map(|entry| entry & 0xff | 0x5500))
    }
    fn look_up_times(self, table: &[i8; 16], factor: Self) -> Self {
        self.look_up(table).mul(factor)
    }
    fn gather(self, table: &[i32]) -> Self {
        let last = table.len() as i32 - 1;
        Lanes(
            self.0
                .map(|index| table[(index as i32).clamp(0, last) as usize] as u32),
        )
    }
    fn is_zero(self) -> bool {
        self.0 == [0; 16]
    }
    fn sum(self) -> i32 {
        self.0
            .iter()
            .fold(0, |sum, lane| sum.wrapping_add(*lane as i32))
    }
    fn union(self) -> u32 {
        self.0.iter().fold(0, |all, lane| all | lane)
    }
    fn greatest(self) -> i32 {
        self.0.map(|lane| lane as i32).into_iter().max().unwrap()
    }
    fn least(self) -> i32 {
        self.0.map(|lane| lane as i32).into_iter().min().unwrap()
    }
}

#[test]
fn operations_are_what_they_say() {
    crate::kernels::batch::vector::testing::check_operations::<Lanes>();
}
