//! The machine words that can hold a board.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub};

use sarsen_core::game::mix64;
use sarsen_core::sys::lanes::{LaneGroup, LaneWords, Vectors};

/// An unsigned integer that holds a whole board, one bit for each cell.
pub trait BoardWord:
    Copy
    + Default
    + Ord
    + Debug
    + Send
    + Sync
    + 'static
    + LaneWords<Self, Mask = bool, Numbers = i32>
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
    /// Words side by side: `G` times eight.
    type Words<P: Vectors, const G: usize>: LaneWords<Self>;

    /// Loads the first words of these.
    fn load<P: Vectors, const G: usize>(processor: P, words: &[[Self; 8]; 4]) -> Self::Words<P, G>;

    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// Whether no bit is set.
    #[inline]
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }
}

macro_rules! word {
    ($type:ty, $words8:ty, $load:expr, $mix:expr, $scatter:expr, $bits:expr) => {
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
            type Words<P: Vectors, const G: usize> = LaneGroup<$words8, G>;
            #[inline(always)]
            fn load<P: Vectors, const G: usize>(
                processor: P,
                words: &[[Self; 8]; 4],
            ) -> Self::Words<P, G> {
                LaneGroup(std::array::from_fn(|g| $load(processor, &words[g])))
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

word!(
    u64,
    P::Words8,
    P::load,
    mix64,
    |x: u64, bits: u32| x.wrapping_mul(ODD) & (u64::MAX >> (64 - bits)),
    |bits| bits
);
word!(
    u128,
    // No processor has vectors of such words.
    LaneGroup<u128, 8>,
    |_: P, words: &[u128; 8]| LaneGroup(*words),
    |x: u128| mix64(x as u64 ^ mix64((x >> 64) as u64 ^ ODD)),
    |x: u128, _| x.mix(),
    |_| u64::BITS
);
