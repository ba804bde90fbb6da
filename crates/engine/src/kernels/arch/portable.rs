//! The instance that runs everywhere: one placement at a time, in ordinary registers.
//!
//! Arrays of eight lanes for the compiler to make vectors of took it minutes, and much of it cannot
//! become vectors: the algorithm shifts each lane by its own row and looks up tables of sixteen,
//! for which not every machine has instructions.

use super::compile::{for_family, instance, plain};
use crate::kernels::batch::Vector;
use crate::kernels::columns::SPAN;

/// Any machine can run this instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token(());

impl Token {
    /// A token.
    pub fn detected() -> Option<Token> {
        Some(Token(()))
    }
}

instance!(any machine, Lane);

#[derive(Clone, Copy)]
struct Lane(u32);

/// Operations on one number.
macro_rules! unary {
    ($($name:ident |$a:ident| $body:expr;)*) => {$(
        #[inline(always)]
        fn $name(self) -> Self {
            let $a = self.0;
            Lane($body)
        }
    )*};
}

/// Operations on two numbers.
macro_rules! binary {
    ($($name:ident |$a:ident, $b:ident| $body:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let ($a, $b) = (self.0, other.0);
            Lane($body)
        }
    )*};
}

impl Vector for Lane {
    const LANES: usize = 1;
    type Mask = bool;

    #[inline(always)]
    fn splat(value: i32) -> Self {
        Lane(value as u32)
    }
    #[inline(always)]
    fn numbers() -> Self {
        Lane(0)
    }
    #[inline(always)]
    fn load(from: &[u32; SPAN], at: usize) -> Self {
        Lane(from[at])
    }
    #[inline(always)]
    fn load_slice(from: &[u32]) -> Self {
        Lane(from[0])
    }
    #[inline(always)]
    fn store(self, to: &mut [u32]) {
        to[0] = self.0;
    }
    #[inline(always)]
    fn store_signed(self, to: &mut [i32]) {
        to[0] = self.0 as i32;
    }

    binary! {
        and |a, b| a & b;
        or |a, b| a | b;
        xor |a, b| a ^ b;
        but_not |a, b| a & !b;
        add |a, b| a.wrapping_add(b);
        sub |a, b| a.wrapping_sub(b);
        mul |a, b| a.wrapping_mul(b);
        max |a, b| (a as i32).max(b as i32) as u32;
        min |a, b| (a as i32).min(b as i32) as u32;
        up |a, places| if places < 32 { a << places } else { 0 };
        down |a, places| if places < 32 { a >> places } else { 0 };
        shifted_left_in |_own, before| before;
        shifted_right_in |_own, after| after;
    }

    unary! {
        abs |a| (a as i32).wrapping_abs() as u32;
        up_one |a| a << 1;
        down_one |a| a >> 1;
        half |a| (a as i32 >> 1) as u32;
        count |a| a.count_ones();
        // Without an instruction that counts bits, a word of sixteen digits is the quickest.
        count_four |a| (0x4332_3221_3221_2110u64 >> (4 * (a & 15)) & 15) as u32;
        height |a| u32::BITS - a.leading_zeros();
    }

    #[inline(always)]
    fn above(self, other: Self) -> bool {
        self.0 as i32 > other.0 as i32
    }
    #[inline(always)]
    fn equal(self, other: Self) -> bool {
        self.0 == other.0
    }
    #[inline(always)]
    fn either(one: bool, other: bool) -> bool {
        one | other
    }
    #[inline(always)]
    fn bits(mask: bool) -> u32 {
        u32::from(mask)
    }
    #[inline(always)]
    fn kept(self, mask: bool) -> Self {
        if mask { self } else { Lane(0) }
    }
    #[inline(always)]
    fn replaced(self, mask: bool, other: Self) -> Self {
        if mask { other } else { self }
    }
    #[inline(always)]
    fn counted(self, mask: bool) -> Self {
        Lane(self.0.wrapping_add(u32::from(mask)))
    }

    #[inline(always)]
    fn count_four_times(self, factor: Self) -> Self {
        self.count_four().mul(factor)
    }
    #[inline(always)]
    fn look_up(self, table: &[i8; 16]) -> Self {
        Lane(i32::from(table[self.0 as usize & 15]) as u32)
    }
    #[inline(always)]
    fn look_up_low(self, table: &[i8; 16]) -> Self {
        self.look_up(table)
    }
    #[inline(always)]
    fn low_byte(self) -> Self {
        Lane(i32::from(self.0 as i8) as u32)
    }
    #[inline(always)]
    fn look_up_times(self, table: &[i8; 16], factor: Self) -> Self {
        self.look_up(table).mul(factor)
    }
    #[inline(always)]
    fn gather(self, table: &[i32]) -> Self {
        let last = table.len() as i32 - 1;
        Lane(table[(self.0 as i32).clamp(0, last) as usize] as u32)
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0 == 0
    }
    #[inline(always)]
    fn sum(self) -> i32 {
        self.0 as i32
    }
    #[inline(always)]
    fn union(self) -> u32 {
        self.0
    }
    #[inline(always)]
    fn greatest(self) -> i32 {
        self.0 as i32
    }
    #[inline(always)]
    fn least(self) -> i32 {
        self.0 as i32
    }
}

#[cfg(test)]
#[test]
fn operations_are_what_they_say() {
    if Token::detected().is_some() {
        crate::kernels::batch::vector::testing::check_operations::<Lane>();
    }
}
