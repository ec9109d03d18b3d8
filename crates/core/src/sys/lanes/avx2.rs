//! Four words of 64 bits in one vector of AVX2.
//!
//! Only [`Avx2`] loads vectors, and there is a value of that type only if the processor has these
//! instructions. All other vectors are made from loaded ones, and the fields are private. So
//! wherever a value of these types exists, the processor has the instructions.
#![allow(unsafe_code)]

use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Not, Shl, Shr, Sub};

use super::{LaneGroup, LaneMask, LaneNumbers, LaneWords, Vectors};
use crate::sys::processor::vectors::Avx2;

/// Four words.
#[derive(Clone, Copy)]
pub struct Words4(__m256i);

/// Four numbers, as words with a sign.
#[derive(Clone, Copy)]
pub struct Numbers4(__m256i);

/// Four lanes in which either all bits are set or none.
#[derive(Clone, Copy)]
pub struct Mask4(__m256i);

impl Vectors for Avx2 {
    type Words8 = LaneGroup<Words4, 2>;

    #[inline(always)]
    fn load(self, words: &[u64; 8]) -> LaneGroup<Words4, 2> {
        let from = words.as_ptr().cast::<__m256i>();
        // SAFETY: all 64 bytes may be read, and `self` proves that the processor can.
        unsafe {
            LaneGroup([Words4(_mm256_loadu_si256(from)), Words4(_mm256_loadu_si256(from.add(1)))])
        }
    }
}

between!(Words4, BitAnd, bitand, _mm256_and_si256);
between!(Words4, BitOr, bitor, _mm256_or_si256);
between!(Words4, BitXor, bitxor, _mm256_xor_si256);
between!(Numbers4, Add, add, _mm256_add_epi64);
between!(Numbers4, Sub, sub, _mm256_sub_epi64);
between!(Mask4, BitAnd, bitand, _mm256_and_si256);
between!(Mask4, BitOr, bitor, _mm256_or_si256);
between!(Mask4, BitXor, bitxor, _mm256_xor_si256);
with!(Words4, Shl, shl, u32, _mm256_sllv_epi64);
with!(Words4, Shr, shr, u32, _mm256_srlv_epi64);
with!(Numbers4, Mul, mul, i32, _mm256_mul_epi32);
derived!(Words4, Numbers4);

impl Not for Mask4 {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ self.splat(true)
    }
}

impl LaneWords<u64> for Words4 {
    type Mask = Mask4;
    type Numbers = Numbers4;

    const COUNT: usize = 4;

    #[inline(always)]
    fn splat(self, word: u64) -> Self {
        proven!(Self(_mm256_set1_epi64x(word as i64)))
    }

    #[inline(always)]
    fn plus(self, word: u64) -> Self {
        proven!(Self(_mm256_add_epi64(self.0, self.splat(word).0)))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        proven!(Self(_mm256_sub_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn is_some(self) -> Mask4 {
        !proven!(Mask4(_mm256_cmpeq_epi64(self.0, _mm256_setzero_si256())))
    }

    /// Counts in each half byte by a table (W. Muła, N. Kurz and D. Lemire, "Faster Population
    /// Counts Using AVX2 Instructions", 2018).
    #[inline(always)]
    fn ones(self) -> Numbers4 {
        proven! {
            let counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let half = _mm256_set1_epi8(15);
            let low = _mm256_and_si256(self.0, half);
            let high = _mm256_and_si256(_mm256_srli_epi64::<4>(self.0), half);
            let of_bytes =
                _mm256_add_epi8(_mm256_shuffle_epi8(counts, low), _mm256_shuffle_epi8(counts, high));
            Numbers4(_mm256_sad_epu8(of_bytes, _mm256_setzero_si256()))
        }
    }

    #[inline(always)]
    fn where_else(self, mask: Mask4, other: Self) -> Self {
        proven!(Self(_mm256_blendv_epi8(other.0, self.0, mask.0)))
    }

    #[inline(always)]
    fn write(self, to: &mut [u64]) {
        let to = to.first_chunk_mut::<4>().expect("room for four words");
        // SAFETY: all 32 bytes may be written, and the value proves that the processor can.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
    }
}

impl LaneNumbers for Numbers4 {
    type Mask = Mask4;

    #[inline(always)]
    fn splat(self, number: i32) -> Self {
        proven!(Self(_mm256_set1_epi64x(number.into())))
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        let is_greater = proven!(Mask4(_mm256_cmpgt_epi64(self.0, other.0)));
        other.where_else(is_greater, self)
    }

    #[inline(always)]
    fn halved(self) -> Self {
        proven!(Self(_mm256_srli_epi64::<1>(self.0)))
    }

    #[inline(always)]
    fn is_at_least(self, number: i32) -> Mask4 {
        let less = i64::from(number) - 1;
        proven!(Mask4(_mm256_cmpgt_epi64(self.0, _mm256_set1_epi64x(less))))
    }

    #[inline(always)]
    fn where_else(self, mask: Mask4, other: Self) -> Self {
        proven!(Self(_mm256_blendv_epi8(other.0, self.0, mask.0)))
    }

    #[inline(always)]
    fn greatest(self) -> i32 {
        let mut numbers = [0; 4];
        self.write(&mut numbers);
        numbers.into_iter().fold(i32::MIN, Ord::max)
    }

    #[inline(always)]
    fn write(self, to: &mut [i32]) {
        let to = to.first_chunk_mut::<4>().expect("room for four numbers");
        proven! {
            let halves = _mm256_permutevar8x32_epi32(
                self.0,
                _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6),
            );
            // All 16 bytes may be written.
            _mm_storeu_si128(to.as_mut_ptr().cast(), _mm256_castsi256_si128(halves));
        }
    }
}

impl LaneMask for Mask4 {
    const COUNT: usize = 4;

    #[inline(always)]
    fn any(self) -> bool {
        self.bits() != 0
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        proven!(_mm256_movemask_pd(_mm256_castsi256_pd(self.0)) as u32)
    }

    #[inline(always)]
    fn splat(self, yes: bool) -> Self {
        proven!(Self(_mm256_set1_epi64x(-i64::from(yes))))
    }
}
