//! The instance for NEON: eight lanes, as two registers of four.
//!
//! `Lanes` stays in this module, and only the functions that [`instance!`] makes here use it. They
//! are compiled for NEON and can be reached only with a [`Token`], which is made only where the
//! machine has it; everything of `Lanes` is inlined into them. That is what the SAFETY comments
//! below rest on.

#![allow(unsafe_code)]

use std::arch::aarch64::*;
use std::arch::is_aarch64_feature_detected;

use super::compile::{for_family, instance, proven};
use crate::kernels::batch::Vector;
use crate::kernels::columns::SPAN;

/// Proof that the machine has what this instance is compiled for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token(());

impl Token {
    /// A token, if the machine has NEON. Bytes are looked up in lanes, so the low one has to be the
    /// first.
    pub fn detected() -> Option<Token> {
        (cfg!(target_endian = "little") && is_aarch64_feature_detected!("neon"))
            .then_some(Token(()))
    }
}

instance!("neon", Lanes);

/// The first four lanes, and the other four.
#[derive(Clone, Copy)]
struct Lanes(uint32x4_t, uint32x4_t);

/// Operations on one vector, the same for both halves.
macro_rules! unary {
    ($($name:ident |$a:ident| $body:expr;)*) => {$(
        #[inline(always)]
        fn $name(self) -> Self {
            let half = |$a: uint32x4_t| {
                // SAFETY: see the module: there is NEON wherever there are `Lanes`.
                unsafe { $body }
            };
            Lanes(half(self.0), half(self.1))
        }
    )*};
}

/// Operations on two vectors, the same for both halves.
macro_rules! binary {
    ($($name:ident |$a:ident, $b:ident| $body:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let half = |$a: uint32x4_t, $b: uint32x4_t| {
                // SAFETY: see the module: there is NEON wherever there are `Lanes`.
                unsafe { $body }
            };
            Lanes(half(self.0, other.0), half(self.1, other.1))
        }
    )*};
}

/// An operation on numbers with signs.
macro_rules! signed {
    ($operation:path, $a:expr $(, $b:expr)?) => {
        vreinterpretq_u32_s32($operation(
            vreinterpretq_s32_u32($a)
            $(, vreinterpretq_s32_u32($b))?
        ))
    };
}

impl Vector for Lanes {
    const LANES: usize = 8;
    /// All bits of a lane, or none.
    type Mask = Lanes;

    #[inline(always)]
    fn splat(value: i32) -> Self {
        // SAFETY: see the module: there is NEON wherever there are `Lanes`.
        let half = unsafe { vdupq_n_u32(value as u32) };
        Lanes(half, half)
    }
    #[inline(always)]
    fn numbers() -> Self {
        Self::load_slice(&[0, 1, 2, 3, 4, 5, 6, 7])
    }
    #[inline(always)]
    fn load(from: &[u32; SPAN], at: usize) -> Self {
        Self::load_slice(&from[at..])
    }
    #[inline(always)]
    fn load_slice(from: &[u32]) -> Self {
        assert!(from.len() >= Self::LANES);
        // SAFETY: as above, and there are eight numbers.
        unsafe { Lanes(vld1q_u32(from.as_ptr()), vld1q_u32(from.as_ptr().add(4))) }
    }
    #[inline(always)]
    fn store(self, to: &mut [u32]) {
        assert!(to.len() >= Self::LANES);
        // SAFETY: as above, and there is room for eight numbers.
        unsafe {
            vst1q_u32(to.as_mut_ptr(), self.0);
            vst1q_u32(to.as_mut_ptr().add(4), self.1);
        }
    }
    #[inline(always)]
    fn store_signed(self, to: &mut [i32]) {
        assert!(to.len() >= Self::LANES);
        // SAFETY: as above, and there is room for eight numbers.
        unsafe {
            vst1q_u32(to.as_mut_ptr().cast(), self.0);
            vst1q_u32(to.as_mut_ptr().add(4).cast(), self.1);
        }
    }

    binary! {
        and |a, b| vandq_u32(a, b);
        or |a, b| vorrq_u32(a, b);
        xor |a, b| veorq_u32(a, b);
        but_not |a, b| vbicq_u32(a, b);
        add |a, b| vaddq_u32(a, b);
        sub |a, b| vsubq_u32(a, b);
        mul |a, b| vmulq_u32(a, b);
        max |a, b| signed!(vmaxq_s32, a, b);
        min |a, b| signed!(vminq_s32, a, b);
        // One instruction moves bits up by the low byte of a lane, and down where that is negative.
        // Without a sign every number beyond 32, also a negative one, is made 32.
        up |a, places| {
            let places = vminq_u32(places, vdupq_n_u32(32));
            vshlq_u32(a, vreinterpretq_s32_u32(places))
        };
        down |a, places| {
            let places = vminq_u32(places, vdupq_n_u32(32));
            vshlq_u32(a, vnegq_s32(vreinterpretq_s32_u32(places)))
        };
        above |a, b| vcgtq_s32(vreinterpretq_s32_u32(a), vreinterpretq_s32_u32(b));
        equal |a, b| vceqq_u32(a, b);
    }

    unary! {
        abs |a| signed!(vabsq_s32, a);
        up_one |a| vshlq_n_u32::<1>(a);
        down_one |a| vshrq_n_u32::<1>(a);
        half |a| signed!(vshrq_n_s32::<1>, a);
        // The bits of each byte. The upper ones have none.
        count_four |a| vreinterpretq_u32_u8(vcntq_u8(vreinterpretq_u8_u32(a)));
        count |a| vpaddlq_u16(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u32(a))));
        height |a| vsubq_u32(vdupq_n_u32(32), vclzq_u32(a));
        low_byte |a| signed!(vshrq_n_s32::<24>, vshlq_n_u32::<24>(a));
    }

    #[inline(always)]
    fn shifted_left_in(self, before: Self) -> Self {
        // SAFETY: see the module: there is NEON wherever there are `Lanes`.
        unsafe {
            Lanes(
                vextq_u32::<3>(before.1, self.0),
                vextq_u32::<3>(self.0, self.1),
            )
        }
    }
    #[inline(always)]
    fn shifted_right_in(self, after: Self) -> Self {
        // SAFETY: see the module: there is NEON wherever there are `Lanes`.
        unsafe {
            Lanes(
                vextq_u32::<1>(self.0, self.1),
                vextq_u32::<1>(self.1, after.0),
            )
        }
    }

    #[inline(always)]
    fn either(one: Lanes, other: Lanes) -> Lanes {
        one.or(other)
    }
    #[inline(always)]
    fn bits(mask: Lanes) -> u32 {
        // Each lane keeps a bit of its own.
        let own = Self::load_slice(&[1, 2, 4, 8, 16, 32, 64, 128]);
        mask.and(own).sum() as u32
    }
    #[inline(always)]
    fn kept(self, mask: Lanes) -> Self {
        self.and(mask)
    }
    #[inline(always)]
    fn replaced(self, mask: Lanes, other: Self) -> Self {
        // SAFETY: see the module: there is NEON wherever there are `Lanes`.
        unsafe {
            Lanes(
                vbslq_u32(mask.0, other.0, self.0),
                vbslq_u32(mask.1, other.1, self.1),
            )
        }
    }
    #[inline(always)]
    fn counted(self, mask: Lanes) -> Self {
        // A mask that says yes is -1.
        self.sub(mask)
    }

    #[inline(always)]
    fn count_four_times(self, factor: Self) -> Self {
        self.count_four().mul(factor)
    }
    #[inline(always)]
    fn look_up(self, table: &[i8; 16]) -> Self {
        self.look_up_low(table).low_byte()
    }
    #[inline(always)]
    fn look_up_low(self, table: &[i8; 16]) -> Self {
        // SAFETY: as above, and the table has sixteen bytes.
        let table = unsafe { vld1q_u8(table.as_ptr().cast()) };
        let half = |index: uint32x4_t| {
            // SAFETY: see the module: there is NEON wherever there are `Lanes`.
            unsafe { vreinterpretq_u32_u8(vqtbl1q_u8(table, vreinterpretq_u8_u32(index))) }
        };
        // The lane's upper bytes are 0 and look up entry 0.
        Lanes(half(self.0), half(self.1))
    }
    #[inline(always)]
    fn look_up_times(self, table: &[i8; 16], factor: Self) -> Self {
        self.look_up(table).mul(factor)
    }
    #[inline(always)]
    fn gather(self, table: &[i32]) -> Self {
        assert!(!table.is_empty());
        let last = Self::splat(table.len() as i32 - 1);
        let mut lanes = [0; Self::LANES];
        self.max(Self::splat(0)).min(last).store(&mut lanes);
        for lane in &mut lanes {
            // SAFETY: every index is from 0 to the last of the table.
            *lane = unsafe { *table.get_unchecked(*lane as usize) } as u32;
        }
        Self::load_slice(&lanes)
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: see the module: there is NEON wherever there are `Lanes`.
        unsafe { vmaxvq_u32(vorrq_u32(self.0, self.1)) == 0 }
    }
    #[inline(always)]
    fn sum(self) -> i32 {
        // SAFETY: see the module: there is NEON wherever there are `Lanes`.
        unsafe { vaddvq_u32(vaddq_u32(self.0, self.1)) as i32 }
    }
    #[inline(always)]
    fn union(self) -> u32 {
        // SAFETY: see the module: there is NEON wherever there are `Lanes`.
        let pairs = unsafe {
            let four = vreinterpretq_u64_u32(vorrq_u32(self.0, self.1));
            vgetq_lane_u64::<0>(four) | vgetq_lane_u64::<1>(four)
        };
        (pairs | pairs >> 32) as u32
    }
    #[inline(always)]
    fn greatest(self) -> i32 {
        // SAFETY: see the module: there is NEON wherever there are `Lanes`.
        unsafe { vmaxvq_s32(vreinterpretq_s32_u32(signed!(vmaxq_s32, self.0, self.1))) }
    }
    #[inline(always)]
    fn least(self) -> i32 {
        // SAFETY: see the module: there is NEON wherever there are `Lanes`.
        unsafe { vminvq_s32(vreinterpretq_s32_u32(signed!(vminq_s32, self.0, self.1))) }
    }
}

#[cfg(test)]
#[test]
fn operations_are_what_they_say() {
    if Token::detected().is_some() {
        crate::kernels::batch::vector::testing::check_operations::<Lanes>();
    }
}
