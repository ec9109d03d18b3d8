//! The machine words that can hold a board.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub};

use crate::game::mix64;

/// An unsigned integer that holds a whole board, one bit for each cell.
pub trait BoardWord:
    Copy
    + Default
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No bit.
    const ZERO: Self;
    /// The lowest bit.
    const ONE: Self;
    /// The number of bits.
    const BITS: u32;

    /// The number of ones.
    fn count_ones(self) -> u32;
    /// The index of the lowest one.
    fn trailing_zeros(self) -> u32;
    /// A hash whose bits are all well mixed. No two 64-bit words have the same hash.
    fn mix(self) -> u64;
    /// A quick hash of a word that uses only its lowest `bits` bits. Only the highest bits of the
    /// hash are well mixed. No two 64-bit words have the same hash.
    fn scatter(self, bits: u32) -> u64;
    /// The number of bits that [`scatter`](Self::scatter) returns for this number of bits.
    fn scatter_bits(bits: u32) -> u32;
    /// The difference. It wraps around below zero.
    #[must_use]
    fn wrapping_sub(self, other: Self) -> Self;

    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// Whether no bit is set.
    #[inline]
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// The word without its lowest one.
    #[inline]
    #[must_use]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(Self::ONE)
    }

    /// The lowest one alone.
    #[inline]
    #[must_use]
    fn lowest(self) -> Self {
        self & Self::ZERO.wrapping_sub(self)
    }
}

macro_rules! word {
    ($type:ty, $mix:expr, $scatter:expr, $bits:expr) => {
        impl BoardWord for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const BITS: u32 = <$type>::BITS;
            #[inline]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn mix(self) -> u64 {
                $mix(self)
            }
            #[inline]
            fn scatter(self, bits: u32) -> u64 {
                $scatter(self, bits)
            }
            #[inline]
            fn scatter_bits(bits: u32) -> u32 {
                $bits(bits)
            }
            #[inline]
            fn wrapping_sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline]
            fn low(self) -> u64 {
                self as u64
            }
        }
    };
}

/// An odd number, so two different words never have the same product with it.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

word!(u64, mix64, |x: u64, bits: u32| x.wrapping_mul(ODD) & (u64::MAX >> (64 - bits)), |bits| bits);
word!(
    u128,
    |x: u128| mix64(x as u64 ^ mix64((x >> 64) as u64 ^ ODD)),
    |x: u128, _| x.mix(),
    |_| u64::BITS
);
