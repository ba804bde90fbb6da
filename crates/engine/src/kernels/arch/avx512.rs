//! The instance for AVX-512: sixteen lanes, with a population count and a count of leading zeros of
//! its own.
//!
//! `Lanes` stays in this module, and only the functions that [`instance!`] makes here use it. They
//! are compiled for AVX-512 and can be reached only with a [`Token`], which is made only where the
//! machine has it; everything of `Lanes` is inlined into them. That is what the SAFETY comments
//! below rest on.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::compile::{for_family, instance, proven};
use crate::kernels::batch::Vector;
use crate::kernels::columns::SPAN;

/// Proof that the machine has what this instance is compiled for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token(());

impl Token {
    /// A token, if the machine has all parts of AVX-512 that are used, and AVX2 with its bit
    /// instructions.
    pub fn detected() -> Option<Token> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vnni")
            && super::avx2::Token::detected().is_some())
        .then_some(Token(()))
    }
}

instance!(
    "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vpopcntdq,avx512bitalg,avx512vbmi,avx512vnni,avx2,bmi1,bmi2,lzcnt,popcnt",
    Lanes,
    super::avx512_bytes::Bytes
);

#[derive(Clone, Copy)]
struct Lanes(__m512i);

/// Operations on one vector.
macro_rules! unary {
    ($($name:ident |$a:ident| $body:expr;)*) => {$(
        #[inline(always)]
        fn $name(self) -> Self {
            let $a = self.0;
            // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
            unsafe { Lanes($body) }
        }
    )*};
}

/// Operations on two vectors.
macro_rules! binary {
    ($($name:ident |$a:ident, $b:ident| $body:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let ($a, $b) = (self.0, other.0);
            // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
            unsafe { Lanes($body) }
        }
    )*};
}

impl Vector for Lanes {
    const LANES: usize = 16;
    type Mask = __mmask16;

    #[inline(always)]
    fn splat(value: i32) -> Self {
        // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
        unsafe { Lanes(_mm512_set1_epi32(value)) }
    }
    #[inline(always)]
    fn numbers() -> Self {
        // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
        unsafe {
            Lanes(_mm512_setr_epi32(
                0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
            ))
        }
    }
    #[inline(always)]
    fn load(from: &[u32; SPAN], at: usize) -> Self {
        assert!(at + Self::LANES <= SPAN);
        // SAFETY: as above, and the sixteen numbers from `at` on are within the array.
        unsafe { Lanes(_mm512_loadu_si512(from.as_ptr().add(at).cast())) }
    }
    #[inline(always)]
    fn load_slice(from: &[u32]) -> Self {
        assert!(from.len() >= Self::LANES);
        // SAFETY: as above, and there are sixteen numbers.
        unsafe { Lanes(_mm512_loadu_si512(from.as_ptr().cast())) }
    }
    #[inline(always)]
    fn store(self, to: &mut [u32]) {
        assert!(to.len() >= Self::LANES);
        // SAFETY: as above, and there is room for sixteen numbers.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn store_signed(self, to: &mut [i32]) {
        assert!(to.len() >= Self::LANES);
        // SAFETY: as above, and there is room for sixteen numbers.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }

    binary! {
        and |a, b| _mm512_and_si512(a, b);
        or |a, b| _mm512_or_si512(a, b);
        xor |a, b| _mm512_xor_si512(a, b);
        but_not |a, b| _mm512_andnot_si512(b, a);
        add |a, b| _mm512_add_epi32(a, b);
        sub |a, b| _mm512_sub_epi32(a, b);
        mul |a, b| _mm512_mullo_epi32(a, b);
        max |a, b| _mm512_max_epi32(a, b);
        min |a, b| _mm512_min_epi32(a, b);
        up |a, places| _mm512_sllv_epi32(a, places);
        down |a, places| _mm512_srlv_epi32(a, places);
        shifted_left_in |a, before| _mm512_alignr_epi32::<15>(a, before);
        shifted_right_in |a, after| _mm512_alignr_epi32::<1>(after, a);
    }

    unary! {
        abs |a| _mm512_abs_epi32(a);
        up_one |a| _mm512_slli_epi32::<1>(a);
        down_one |a| _mm512_srli_epi32::<1>(a);
        half |a| _mm512_srai_epi32::<1>(a);
        count_four |a| _mm512_popcnt_epi32(a);
        count |a| _mm512_popcnt_epi32(a);
        height |a| _mm512_sub_epi32(_mm512_set1_epi32(32), _mm512_lzcnt_epi32(a));
    }

    #[inline(always)]
    fn above(self, other: Self) -> __mmask16 {
        // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
        unsafe { _mm512_cmpgt_epi32_mask(self.0, other.0) }
    }
    #[inline(always)]
    fn equal(self, other: Self) -> __mmask16 {
        // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
        unsafe { _mm512_cmpeq_epi32_mask(self.0, other.0) }
    }
    #[inline(always)]
    fn either(one: __mmask16, other: __mmask16) -> __mmask16 {
        one | other
    }
    #[inline(always)]
    fn bits(mask: __mmask16) -> u32 {
        u32::from(mask)
    }
    #[inline(always)]
    fn kept(self, mask: __mmask16) -> Self {
        // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
        unsafe { Lanes(_mm512_maskz_mov_epi32(mask, self.0)) }
    }
    #[inline(always)]
    fn replaced(self, mask: __mmask16, other: Self) -> Self {
        // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
        unsafe { Lanes(_mm512_mask_mov_epi32(self.0, mask, other.0)) }
    }
    #[inline(always)]
    fn counted(self, mask: __mmask16) -> Self {
        let one = Self::splat(1);
        // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
        unsafe { Lanes(_mm512_mask_add_epi32(self.0, mask, self.0, one.0)) }
    }

    #[inline(always)]
    fn count_four_times(self, factor: Self) -> Self {
        self.count_four().mul(factor)
    }
    #[inline(always)]
    fn look_up(self, table: &[i8; 16]) -> Self {
        // SAFETY: as above, and the table has sixteen bytes.
        unsafe {
            let table = _mm512_cvtepi8_epi32(_mm_loadu_si128(table.as_ptr().cast()));
            Lanes(_mm512_permutexvar_epi32(self.0, table))
        }
    }
    #[inline(always)]
    fn look_up_low(self, table: &[i8; 16]) -> Self {
        self.look_up(table)
    }
    #[inline(always)]
    fn low_byte(self) -> Self {
        // Whole numbers were looked up, and so is their sum.
        self
    }
    #[inline(always)]
    fn look_up_times(self, table: &[i8; 16], factor: Self) -> Self {
        self.look_up(table).mul(factor)
    }
    #[inline(always)]
    fn gather(self, table: &[i32]) -> Self {
        assert!(!table.is_empty());
        let last = Self::splat(table.len() as i32 - 1);
        let index = self.max(Self::splat(0)).min(last);
        // SAFETY: as above, and every index is from 0 to the last of the table.
        unsafe { Lanes(_mm512_i32gather_epi32::<4>(index.0, table.as_ptr())) }
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
        unsafe { _mm512_test_epi32_mask(self.0, self.0) == 0 }
    }
    #[inline(always)]
    fn sum(self) -> i32 {
        // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
        unsafe { _mm512_reduce_add_epi32(self.0) }
    }
    #[inline(always)]
    fn union(self) -> u32 {
        // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
        unsafe { _mm512_reduce_or_epi32(self.0) as u32 }
    }
    #[inline(always)]
    fn unions_and_sum(one: Self, other: Self, small: Self) -> ([u32; 2], i32) {
        let (a, b) = (one.0, other.0);
        // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
        unsafe {
            // Halves of both side by side, then quarters, then pairs.
            let both = _mm512_or_si512(
                _mm512_shuffle_i64x2::<0b01_00_01_00>(a, b),
                _mm512_shuffle_i64x2::<0b11_10_11_10>(a, b),
            );
            let both = _mm512_or_si512(both, _mm512_shuffle_i64x2::<0b10_11_00_01>(both, both));
            let both = _mm512_or_si512(both, _mm512_shuffle_epi32::<0b01_00_11_10>(both));
            let both = _mm512_or_si512(both, _mm512_shuffle_epi32::<0b10_11_00_01>(both));
            let high = _mm512_extracti64x4_epi64::<1>(both);
            let unions = [
                _mm512_cvtsi512_si32(both) as u32,
                _mm256_cvtsi256_si32(high) as u32,
            ];
            let bytes = _mm_sad_epu8(_mm512_cvtepi32_epi8(small.0), _mm_setzero_si128());
            let sum = _mm_add_epi32(bytes, _mm_unpackhi_epi64(bytes, bytes));
            (unions, _mm_cvtsi128_si32(sum))
        }
    }
    #[inline(always)]
    fn greatest(self) -> i32 {
        // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
        unsafe { _mm512_reduce_max_epi32(self.0) }
    }
    #[inline(always)]
    fn least(self) -> i32 {
        // SAFETY: see the module: there is AVX-512 wherever there are `Lanes`.
        unsafe { _mm512_reduce_min_epi32(self.0) }
    }
}

#[cfg(test)]
#[test]
fn operations_are_what_they_say() {
    if Token::detected().is_some() {
        crate::kernels::batch::vector::testing::check_operations::<Lanes>();
    }
}
