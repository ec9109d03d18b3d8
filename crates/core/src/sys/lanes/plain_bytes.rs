//! Sixteen bytes in an array, for processors whose vectors are not used.

/// An operation on two vectors.
macro_rules! between {
    ($name:ident, $of_lane:expr) => {
        #[inline(always)]
        pub(super) fn $name(a: [i8; 16], b: [i8; 16]) -> [i8; 16] {
            std::array::from_fn(|lane| $of_lane(a[lane], b[lane]))
        }
    };
}

between!(sum, i8::wrapping_add);
between!(difference, i8::wrapping_sub);
between!(saturated_difference, i8::saturating_sub);
between!(and, |a, b| a & b);
between!(or, |a, b| a | b);
between!(xor, |a, b| a ^ b);
between!(is_more, |a, b| -i8::from(a > b));
between!(is_equal, |a, b| -i8::from(a == b));

pub(super) const fn from_array(bytes: [i8; 16]) -> [i8; 16] {
    bytes
}

#[inline(always)]
pub(super) fn to_array(vector: [i8; 16]) -> [i8; 16] {
    vector
}

#[inline(always)]
pub(super) fn splat(byte: i8) -> [i8; 16] {
    [byte; 16]
}

#[inline(always)]
pub(super) fn signs(vector: [i8; 16]) -> u32 {
    vector.iter().rev().fold(0, |signs, &byte| signs << 1 | u32::from(byte < 0))
}
