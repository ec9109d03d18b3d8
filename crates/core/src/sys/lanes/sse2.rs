//! Sixteen bytes in one vector of SSE2, which every processor of this kind has.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

/// Computes with instructions of SSE2.
macro_rules! computed {
    ($compute:expr) => {
        // SAFETY: the operations are unsafe only for the instructions that they are compiled to.
        // Every processor with the architecture x86-64 has SSE2.
        unsafe { $compute }
    };
}

/// An operation on two vectors.
macro_rules! between {
    ($name:ident, $instruction:ident) => {
        #[inline(always)]
        pub(super) fn $name(a: __m128i, b: __m128i) -> __m128i {
            computed!($instruction(a, b))
        }
    };
}

between!(sum, _mm_add_epi8);
between!(difference, _mm_sub_epi8);
between!(saturated_difference, _mm_subs_epi8);
between!(and, _mm_and_si128);
between!(or, _mm_or_si128);
between!(xor, _mm_xor_si128);
between!(is_more, _mm_cmpgt_epi8);
between!(is_equal, _mm_cmpeq_epi8);

pub(super) const fn from_array(bytes: [i8; 16]) -> __m128i {
    bytemuck::must_cast(bytes)
}

#[inline(always)]
pub(super) fn to_array(vector: __m128i) -> [i8; 16] {
    bytemuck::must_cast(vector)
}

#[inline(always)]
pub(super) fn splat(byte: i8) -> __m128i {
    computed!(_mm_set1_epi8(byte))
}

#[inline(always)]
pub(super) fn signs(vector: __m128i) -> u32 {
    computed!(_mm_movemask_epi8(vector) as u32)
}
