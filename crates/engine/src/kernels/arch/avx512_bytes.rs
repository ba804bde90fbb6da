//! Sixty-four bytes with AVX-512: see `avx512`, whose token is needed to come here.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use crate::kernels::bytes::ByteVector;
use crate::kernels::bytes::vector::{BYTES, COLUMNS};

#[derive(Clone, Copy)]
pub(super) struct Bytes(__m512i);

/// Operations that take vectors and give one.
macro_rules! vectors {
    ($($name:ident($($other:ident)?) |$a:ident $(, $b:ident)?| $body:expr;)*) => {$(
        #[inline(always)]
        fn $name(self $(, $other: Self)?) -> Self {
            let $a = self.0;
            $(let $b = $other.0;)?
            // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
            unsafe { Bytes($body) }
        }
    )*};
}

impl ByteVector for Bytes {
    #[inline(always)]
    fn load_columns(from: &[u32; COLUMNS]) -> Self {
        // SAFETY: see the module, and the array has sixty-four bytes.
        unsafe { Bytes(_mm512_loadu_si512(from.as_ptr().cast())) }
    }
    #[inline(always)]
    fn load_signed_columns(from: &[i32; COLUMNS]) -> Self {
        // SAFETY: see the module, and the array has sixty-four bytes.
        unsafe { Bytes(_mm512_loadu_si512(from.as_ptr().cast())) }
    }
    #[inline(always)]
    fn store_columns(self, to: &mut [i32; COLUMNS]) {
        // SAFETY: see the module, and the array has sixty-four bytes.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn splat_columns(value: i32) -> Self {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe { Bytes(_mm512_set1_epi32(value)) }
    }
    #[inline(always)]
    fn load(from: &[u8; BYTES]) -> Self {
        // SAFETY: see the module, and the array has sixty-four bytes.
        unsafe { Bytes(_mm512_loadu_si512(from.as_ptr().cast())) }
    }
    #[inline(always)]
    fn store(self, to: &mut [u8; BYTES]) {
        // SAFETY: see the module, and the array has sixty-four bytes.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn splat(value: u8) -> Self {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe { Bytes(_mm512_set1_epi8(value as i8)) }
    }
    #[inline(always)]
    fn orientations(of: [u8; 4]) -> Self {
        Self::splat_columns(i32::from_le_bytes(of))
    }

    vectors! {
        and(other) |a, b| _mm512_and_si512(a, b);
        or(other) |a, b| _mm512_or_si512(a, b);
        but_not(other) |a, b| _mm512_andnot_si512(b, a);
        height_columns() |a| _mm512_sub_epi32(_mm512_set1_epi32(32), _mm512_lzcnt_epi32(a));
        down_columns(places) |a, places| _mm512_srlv_epi32(a, places);
        count_columns() |a| _mm512_popcnt_epi32(a);
        filled_columns() |a| _mm512_movm_epi32(_mm512_test_epi32_mask(a, a));
        spread() |a| _mm512_shuffle_epi8(
            a,
            _mm512_set4_epi32(0x0c0c_0c0c, 0x0808_0808, 0x0404_0404, 0),
        );
        add(other) |a, b| _mm512_add_epi8(a, b);
        sub(other) |a, b| _mm512_sub_epi8(a, b);
        sub_to_zero(other) |a, b| _mm512_subs_epu8(a, b);
        max(other) |a, b| _mm512_max_epi8(a, b);
        min(other) |a, b| _mm512_min_epu8(a, b);
        abs() |a| _mm512_abs_epi8(a);
        count() |a| _mm512_popcnt_epi8(a);
        lowered() |a| _mm512_and_si512(_mm512_srli_epi32::<4>(a), _mm512_set1_epi8(15));
        // Fields are taken from lanes of 64 bits: those of odd columns begin in the middle. Eight
        // bits come, four are kept.
        fields(rows) |a, rows| {
            let places = _mm512_add_epi8(rows, _mm512_set1_epi64(0x2020_2020 << 32));
            _mm512_and_si512(_mm512_multishift_epi64_epi8(places, a), _mm512_set1_epi8(15))
        };
        look_up(table) |a, table| _mm512_permutexvar_epi8(a, table);
        add_pairs(other) |a, b| _mm512_add_epi16(a, b);
        sub_pairs(other) |a, b| _mm512_sub_epi16(a, b);
        halved_pairs() |a| _mm512_srli_epi16::<1>(a);
        add_columns(other) |a, b| _mm512_add_epi32(a, b);
        max_columns(other) |a, b| _mm512_max_epi32(a, b);
    }

    #[inline(always)]
    fn to_the_left<const N: usize>(self, beyond: Self) -> Self {
        let (a, b) = (self.0, beyond.0);
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe {
            Bytes(match N {
                1 => _mm512_alignr_epi32::<15>(a, b),
                2 => _mm512_alignr_epi32::<14>(a, b),
                3 => _mm512_alignr_epi32::<13>(a, b),
                4 => _mm512_alignr_epi32::<12>(a, b),
                _ => unreachable!("no one looks further to the left"),
            })
        }
    }
    #[inline(always)]
    fn to_the_right<const N: usize>(self, beyond: Self) -> Self {
        let (a, b) = (self.0, beyond.0);
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe {
            Bytes(match N {
                1 => _mm512_alignr_epi32::<1>(b, a),
                2 => _mm512_alignr_epi32::<2>(b, a),
                3 => _mm512_alignr_epi32::<3>(b, a),
                4 => _mm512_alignr_epi32::<4>(b, a),
                5 => _mm512_alignr_epi32::<5>(b, a),
                6 => _mm512_alignr_epi32::<6>(b, a),
                8 => _mm512_alignr_epi32::<8>(b, a),
                11 => _mm512_alignr_epi32::<11>(b, a),
                12 => _mm512_alignr_epi32::<12>(b, a),
                15 => _mm512_alignr_epi32::<15>(b, a),
                _ => unreachable!("no one looks so far to the right"),
            })
        }
    }
    #[inline(always)]
    fn around<const N: usize>(self) -> Self {
        self.to_the_right::<N>(self)
    }
    #[inline(always)]
    fn below_columns(places: Self) -> Self {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe {
            // All bits moved up, without them.
            let ones = _mm512_set1_epi32(-1);
            Bytes(_mm512_andnot_si512(_mm512_sllv_epi32(ones, places.0), ones))
        }
    }
    #[inline(always)]
    fn union_columns(self) -> u32 {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe { _mm512_reduce_or_epi32(self.0) as u32 }
    }
    #[inline(always)]
    fn low_bytes(first: Self, second: Self) -> Self {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe {
            let [low, high] = [first.0, second.0].map(|v| _mm512_cvtepi32_epi8(v));
            Bytes(_mm512_castsi256_si512(_mm256_set_m128i(high, low)))
        }
    }
    #[inline(always)]
    fn above(self, other: Self) -> u64 {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe { _mm512_cmpgt_epi8_mask(self.0, other.0) }
    }
    #[inline(always)]
    fn is_some(self) -> u64 {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe { _mm512_test_epi8_mask(self.0, self.0) }
    }
    #[inline(always)]
    fn kept(self, mask: u64) -> Self {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe { Bytes(_mm512_maskz_mov_epi8(mask, self.0)) }
    }
    #[inline(always)]
    fn look_up_in_two(self, [low, high]: [Self; 2]) -> Self {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe { Bytes(_mm512_permutex2var_epi8(low.0, self.0, high.0)) }
    }
    #[inline(always)]
    fn look_up_in_four(self, [a, b, c, d]: [Self; 4]) -> Self {
        let (low, high) = (self.look_up_in_two([a, b]), self.look_up_in_two([c, d]));
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe {
            let is_high = _mm512_movepi8_mask(self.0);
            Bytes(_mm512_mask_blend_epi8(is_high, low.0, high.0))
        }
    }
    #[inline(always)]
    fn gather_columns(self, table: &[i32]) -> Self {
        assert!(!table.is_empty());
        // SAFETY: see the module, and every index is from 0 to the last of the table.
        unsafe {
            let last = _mm512_set1_epi32(table.len() as i32 - 1);
            let index = _mm512_max_epi32(self.0, _mm512_setzero_si512());
            let index = _mm512_min_epi32(index, last);
            Bytes(_mm512_i32gather_epi32::<4>(index, table.as_ptr()))
        }
    }
    #[inline(always)]
    fn products(self, signed: Self) -> [Self; 2] {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe {
            // Products of two neighbouring bytes are added up, so that one of them has to be 0.
            let even = _mm512_set1_epi16(0xff);
            [
                _mm512_and_si512(self.0, even),
                _mm512_andnot_si512(even, self.0),
            ]
            .map(|half| Bytes(_mm512_maddubs_epi16(half, signed.0)))
        }
    }
    #[inline(always)]
    fn joined([even, odd]: [Self; 2]) -> [Self; 2] {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe {
            let low = _mm512_set1_epi16(0xff);
            [
                _mm512_or_si512(_mm512_and_si512(even.0, low), _mm512_slli_epi16::<8>(odd.0)),
                _mm512_or_si512(
                    _mm512_srli_epi16::<8>(even.0),
                    _mm512_andnot_si512(low, odd.0),
                ),
            ]
            .map(Bytes)
        }
    }
    #[inline(always)]
    fn side_by_side([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe {
            let (ab, cd) = (
                _mm512_unpacklo_epi8(a.0, b.0),
                _mm512_unpacklo_epi8(c.0, d.0),
            );
            let (high_ab, high_cd) = (
                _mm512_unpackhi_epi8(a.0, b.0),
                _mm512_unpackhi_epi8(c.0, d.0),
            );
            [
                _mm512_unpacklo_epi16(ab, cd),
                _mm512_unpackhi_epi16(ab, cd),
                _mm512_unpacklo_epi16(high_ab, high_cd),
                _mm512_unpackhi_epi16(high_ab, high_cd),
            ]
            .map(Bytes)
        }
    }
    #[inline(always)]
    fn add_weighted(sum: Self, bytes: Self, weights: Self) -> Self {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe { Bytes(_mm512_dpbusd_epi32(sum.0, bytes.0, weights.0)) }
    }
    #[inline(always)]
    fn up_bytes<const N: u32>(self) -> Self {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe {
            Bytes(match N {
                1 => _mm512_slli_epi32::<8>(self.0),
                2 => _mm512_slli_epi32::<16>(self.0),
                3 => _mm512_slli_epi32::<24>(self.0),
                _ => unreachable!("a number has four bytes"),
            })
        }
    }
    #[inline(always)]
    fn replaced_columns(self, mask: u16, by: i32) -> Self {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe { Bytes(_mm512_mask_set1_epi32(self.0, mask, by)) }
    }
    #[inline(always)]
    fn greatest_column(self) -> i32 {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe { _mm512_reduce_max_epi32(self.0) }
    }
    #[inline(always)]
    fn equal_columns(self, to: i32) -> u16 {
        let to = Self::splat_columns(to);
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe { _mm512_cmpeq_epi32_mask(self.0, to.0) }
    }
    #[inline(always)]
    fn bits_of(self, mask: u64) -> u64 {
        // SAFETY: see the module: there is AVX-512 wherever there are `Bytes`.
        unsafe {
            let bits = _mm512_permutexvar_epi8(self.0, _mm512_movm_epi8(mask));
            _mm512_movepi8_mask(bits)
        }
    }
}

#[cfg(test)]
#[test]
fn operations_are_those_of_the_array() {
    if super::avx512::Token::detected().is_some() {
        super::emulated_bytes::check_operations::<Bytes>();
    }
}
