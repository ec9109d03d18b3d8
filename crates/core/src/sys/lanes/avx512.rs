//! Eight words of 64 bits in one vector of AVX-512.
//!
//! Only [`Avx512`] loads vectors, and there is a value of that type only if the processor has these
//! instructions. All other vectors are made from loaded ones, and the fields are private. So
//! wherever a value of these types exists, the processor has the instructions.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Not, Shl, Shr, Sub};

use super::{LaneMask, LaneNumbers, LaneWords, Vectors};
use crate::sys::processor::vectors::Avx512;

/// Eight words.
#[derive(Clone, Copy)]
pub struct Words8(__m512i);

/// Eight numbers, as words with a sign.
#[derive(Clone, Copy)]
pub struct Numbers8(__m512i);

/// A bit for each of eight lanes.
#[derive(Clone, Copy)]
pub struct Mask8(__mmask8);

impl Vectors for Avx512 {
    type Words8 = Words8;

    #[inline(always)]
    fn load(self, words: &[u64; 8]) -> Words8 {
        // SAFETY: all 64 bytes may be read, and `self` proves that the processor can.
        unsafe { Words8(_mm512_loadu_epi64(words.as_ptr().cast())) }
    }
}

between!(Words8, BitAnd, bitand, _mm512_and_si512);
between!(Words8, BitOr, bitor, _mm512_or_si512);
between!(Words8, BitXor, bitxor, _mm512_xor_si512);
between!(Numbers8, Add, add, _mm512_add_epi64);
between!(Numbers8, Sub, sub, _mm512_sub_epi64);
with!(Words8, Shl, shl, u32, _mm512_sllv_epi64);
with!(Words8, Shr, shr, u32, _mm512_srlv_epi64);
with!(Numbers8, Mul, mul, i32, _mm512_mul_epi32);
derived!(Words8, Numbers8);

impl LaneWords<u64> for Words8 {
    type Mask = Mask8;
    type Numbers = Numbers8;

    const COUNT: usize = 8;

    #[inline(always)]
    fn splat(self, word: u64) -> Self {
        proven!(Self(_mm512_set1_epi64(word as i64)))
    }

    #[inline(always)]
    fn plus(self, word: u64) -> Self {
        proven!(Self(_mm512_add_epi64(self.0, self.splat(word).0)))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        proven!(Self(_mm512_sub_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn is_some(self) -> Mask8 {
        proven!(Mask8(_mm512_test_epi64_mask(self.0, self.0)))
    }

    #[inline(always)]
    fn ones(self) -> Numbers8 {
        proven!(Numbers8(_mm512_popcnt_epi64(self.0)))
    }

    #[inline(always)]
    fn where_else(self, mask: Mask8, other: Self) -> Self {
        proven!(Self(_mm512_mask_blend_epi64(mask.0, other.0, self.0)))
    }

    #[inline(always)]
    fn write(self, to: &mut [u64]) {
        let to = to.first_chunk_mut::<8>().expect("room for eight words");
        // SAFETY: all 64 bytes may be written, and the value proves that the processor can.
        unsafe { _mm512_storeu_epi64(to.as_mut_ptr().cast(), self.0) }
    }
}

impl LaneNumbers for Numbers8 {
    type Mask = Mask8;

    #[inline(always)]
    fn splat(self, number: i32) -> Self {
        proven!(Self(_mm512_set1_epi64(number.into())))
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        proven!(Self(_mm512_min_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn halved(self) -> Self {
        proven!(Self(_mm512_srli_epi64::<1>(self.0)))
    }

    #[inline(always)]
    fn is_at_least(self, number: i32) -> Mask8 {
        proven!(Mask8(_mm512_cmpge_epi64_mask(self.0, _mm512_set1_epi64(number.into()))))
    }

    #[inline(always)]
    fn where_else(self, mask: Mask8, other: Self) -> Self {
        proven!(Self(_mm512_mask_blend_epi64(mask.0, other.0, self.0)))
    }

    #[inline(always)]
    fn greatest(self) -> i32 {
        proven!(_mm512_reduce_max_epi64(self.0) as i32)
    }

    #[inline(always)]
    fn write(self, to: &mut [i32]) {
        let to = to.first_chunk_mut::<8>().expect("room for eight numbers");
        // SAFETY: all 32 bytes may be written, and the value proves that the processor can.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm512_cvtepi64_epi32(self.0)) }
    }
}

/// An operator between two masks.
macro_rules! between_masks {
    ($operator:ident, $function:ident) => {
        impl $operator for Mask8 {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self(self.0.$function(other.0))
            }
        }
    };
}

between_masks!(BitAnd, bitand);
between_masks!(BitOr, bitor);
between_masks!(BitXor, bitxor);

impl Not for Mask8 {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl LaneMask for Mask8 {
    const COUNT: usize = 8;

    #[inline(always)]
    fn any(self) -> bool {
        self.0 != 0
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        self.0.into()
    }

    #[inline(always)]
    fn splat(self, yes: bool) -> Self {
        Self(if yes { u8::MAX } else { 0 })
    }
}
