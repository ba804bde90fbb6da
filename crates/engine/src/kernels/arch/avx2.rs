//! The instance for AVX2: eight lanes.
//!
//! `Lanes` stays in this module, and only the functions that [`instance!`] makes here use it. They
//! are compiled for AVX2 and can be reached only with a [`Token`], which is made only where the
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
    /// A token, if the machine has AVX2 and the bit instructions that came with it.
    pub fn detected() -> Option<Token> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Token(()))
    }
}

instance!("avx2,bmi1,bmi2,lzcnt,popcnt", Lanes);

#[derive(Clone, Copy)]
struct Lanes(__m256i);

/// Operations on one vector.
macro_rules! unary {
    ($($name:ident |$a:ident| $body:expr;)*) => {$(
        #[inline(always)]
        fn $name(self) -> Self {
            let $a = self.0;
            // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
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
            // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
            unsafe { Lanes($body) }
        }
    )*};
}

/// Combines the lanes of a vector into one, halving them.
macro_rules! fold {
    ($vector:expr, $combine:ident) => {{
        let halves = $combine(
            _mm256_castsi256_si128($vector),
            _mm256_extracti128_si256::<1>($vector),
        );
        let pairs = $combine(halves, _mm_shuffle_epi32::<0b01_00_11_10>(halves));
        _mm_cvtsi128_si32($combine(pairs, _mm_shuffle_epi32::<0b10_11_00_01>(pairs)))
    }};
}

impl Vector for Lanes {
    const LANES: usize = 8;
    /// All bits of a lane, or none.
    type Mask = Lanes;

    #[inline(always)]
    fn splat(value: i32) -> Self {
        // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
        unsafe { Lanes(_mm256_set1_epi32(value)) }
    }
    #[inline(always)]
    fn numbers() -> Self {
        // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
        unsafe { Lanes(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)) }
    }
    #[inline(always)]
    fn load(from: &[u32; SPAN], at: usize) -> Self {
        assert!(at + Self::LANES <= SPAN);
        // SAFETY: as above, and the eight numbers from `at` on are within the array.
        unsafe { Lanes(_mm256_loadu_si256(from.as_ptr().add(at).cast())) }
    }
    #[inline(always)]
    fn load_slice(from: &[u32]) -> Self {
        assert!(from.len() >= Self::LANES);
        // SAFETY: as above, and there are eight numbers.
        unsafe { Lanes(_mm256_loadu_si256(from.as_ptr().cast())) }
    }
    #[inline(always)]
    fn store(self, to: &mut [u32]) {
        assert!(to.len() >= Self::LANES);
        // SAFETY: as above, and there is room for eight numbers.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn store_signed(self, to: &mut [i32]) {
        assert!(to.len() >= Self::LANES);
        // SAFETY: as above, and there is room for eight numbers.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
    }

    binary! {
        and |a, b| _mm256_and_si256(a, b);
        or |a, b| _mm256_or_si256(a, b);
        xor |a, b| _mm256_xor_si256(a, b);
        but_not |a, b| _mm256_andnot_si256(b, a);
        add |a, b| _mm256_add_epi32(a, b);
        sub |a, b| _mm256_sub_epi32(a, b);
        mul |a, b| _mm256_mullo_epi32(a, b);
        max |a, b| _mm256_max_epi32(a, b);
        min |a, b| _mm256_min_epi32(a, b);
        up |a, places| _mm256_sllv_epi32(a, places);
        down |a, places| _mm256_srlv_epi32(a, places);
        // Lanes move within halves of four, so that each half is given what the other, or the other
        // vector, has beside it.
        shifted_left_in |a, before| {
            let other_halves = _mm256_permute2x128_si256::<0x21>(before, a);
            _mm256_alignr_epi8::<12>(a, other_halves)
        };
        shifted_right_in |a, after| {
            let other_halves = _mm256_permute2x128_si256::<0x21>(a, after);
            _mm256_alignr_epi8::<4>(other_halves, a)
        };
        above |a, b| _mm256_cmpgt_epi32(a, b);
        equal |a, b| _mm256_cmpeq_epi32(a, b);
    }

    unary! {
        abs |a| _mm256_abs_epi32(a);
        up_one |a| _mm256_slli_epi32::<1>(a);
        down_one |a| _mm256_srli_epi32::<1>(a);
        half |a| _mm256_srai_epi32::<1>(a);
        count_four |a| _mm256_shuffle_epi8(
            _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ),
            a,
        );
        // A shuffle counts the bits of each half byte (Muła 2008); two multiplications by ones add
        // the bytes up.
        count |a| {
            let of_half_bytes = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let low = _mm256_set1_epi8(15);
            let in_bytes = _mm256_add_epi8(
                _mm256_shuffle_epi8(of_half_bytes, _mm256_and_si256(a, low)),
                _mm256_shuffle_epi8(of_half_bytes, _mm256_and_si256(_mm256_srli_epi16::<4>(a), low)),
            );
            let in_pairs = _mm256_maddubs_epi16(in_bytes, _mm256_set1_epi8(1));
            _mm256_madd_epi16(in_pairs, _mm256_set1_epi16(1))
        };
        // The exponent of the lane as a floating-point number is where its highest bit is. The bit
        // below the highest is taken away first, so that rounding to 24 bits cannot carry into the
        // next exponent. The subtraction stops at 0.
        height |a| {
            let steep = _mm256_andnot_si256(_mm256_srli_epi32::<1>(a), a);
            let exponent = _mm256_srli_epi32::<23>(_mm256_castps_si256(_mm256_cvtepi32_ps(steep)));
            _mm256_subs_epu16(exponent, _mm256_set1_epi32(126))
        };
    }

    #[inline(always)]
    fn either(one: Lanes, other: Lanes) -> Lanes {
        one.or(other)
    }
    #[inline(always)]
    fn bits(mask: Lanes) -> u32 {
        // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(mask.0)) as u32 }
    }
    #[inline(always)]
    fn kept(self, mask: Lanes) -> Self {
        self.and(mask)
    }
    #[inline(always)]
    fn replaced(self, mask: Lanes, other: Self) -> Self {
        // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
        unsafe { Lanes(_mm256_blendv_epi8(self.0, other.0, mask.0)) }
    }
    #[inline(always)]
    fn counted(self, mask: Lanes) -> Self {
        // A mask that says yes is -1.
        self.sub(mask)
    }

    #[inline(always)]
    fn count_four_times(self, factor: Self) -> Self {
        let count = self.count_four();
        // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
        unsafe { Lanes(_mm256_madd_epi16(count.0, factor.0)) }
    }
    #[inline(always)]
    fn look_up(self, table: &[i8; 16]) -> Self {
        self.look_up_low(table).low_byte()
    }
    #[inline(always)]
    fn look_up_low(self, table: &[i8; 16]) -> Self {
        // SAFETY: as above, and the table has sixteen bytes.
        unsafe {
            let table = _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast()));
            // The lane's upper bytes are 0 and look up entry 0.
            Lanes(_mm256_shuffle_epi8(table, self.0))
        }
    }
    #[inline(always)]
    fn low_byte(self) -> Self {
        // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
        unsafe { Lanes(_mm256_srai_epi32::<24>(_mm256_slli_epi32::<24>(self.0))) }
    }
    #[inline(always)]
    fn look_up_times(self, table: &[i8; 16], factor: Self) -> Self {
        let found = self.look_up_low(table);
        // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
        unsafe {
            // One times the low byte, as 16 bits with a sign; then the products of the lower and of
            // the upper 16 bits, the upper ones being 0, added.
            let entry = _mm256_maddubs_epi16(_mm256_set1_epi32(1), found.0);
            Lanes(_mm256_madd_epi16(entry, factor.0))
        }
    }
    #[inline(always)]
    fn gather(self, table: &[i32]) -> Self {
        assert!(!table.is_empty());
        let last = Self::splat(table.len() as i32 - 1);
        let index = self.max(Self::splat(0)).min(last);
        // SAFETY: as above, and every index is from 0 to the last of the table.
        unsafe { Lanes(_mm256_i32gather_epi32::<4>(table.as_ptr(), index.0)) }
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }
    #[inline(always)]
    fn sum(self) -> i32 {
        // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
        unsafe { fold!(self.0, _mm_add_epi32) }
    }
    #[inline(always)]
    fn union(self) -> u32 {
        // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
        unsafe { fold!(self.0, _mm_or_si128) as u32 }
    }
    #[inline(always)]
    fn greatest(self) -> i32 {
        // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
        unsafe { fold!(self.0, _mm_max_epi32) }
    }
    #[inline(always)]
    fn least(self) -> i32 {
        // SAFETY: see the module: there is AVX2 wherever there are `Lanes`.
        unsafe { fold!(self.0, _mm_min_epi32) }
    }
}

#[cfg(test)]
#[test]
fn operations_are_what_they_say() {
    if Token::detected().is_some() {
        crate::kernels::batch::vector::testing::check_operations::<Lanes>();
    }
}
