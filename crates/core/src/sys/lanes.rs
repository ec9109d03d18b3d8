//! Lanes: words side by side in a vector of the processor, and the same operation on all of them.
//!
//! A formula that is written for [`LaneWords`] is computed for one word, or for many words at once.
//! A single word has one lane. [`LaneGroup`] puts several of the same kind together, so a group of
//! single words is what a processor without vectors has. [`Processor`] says what this machine has.
//!
//! [`Bytes16`] is for small numbers, with the same vectors on all processors of x86-64.
//!
//! [`Processor`]: super::processor::Processor

#[cfg(target_arch = "x86_64")]
#[macro_use]
mod operators;

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
mod bytes;
mod group;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain_bytes;
mod single;
#[cfg(target_arch = "x86_64")]
mod sse2;

use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Not, Shl, Shr, Sub};

pub use bytes::Bytes16;
pub use group::LaneGroup;

/// What has vectors of eight words, perhaps in several parts.
pub trait Vectors: Copy {
    /// Eight words side by side.
    type Words8: LaneWords<u64>;

    /// Loads these words.
    fn load(self, words: &[u64; 8]) -> Self::Words8;
}

/// Words of type `W` side by side.
///
/// The operators with a `W` on the right use that word in each lane.
pub trait LaneWords<W>:
    Copy
    + BitAnd<Output = Self>
    + BitAnd<W, Output = Self>
    + BitOr<Output = Self>
    + BitOr<W, Output = Self>
    + BitXor<Output = Self>
    + BitXor<W, Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// A yes or no for each lane.
    type Mask: LaneMask;
    /// A small number for each lane.
    type Numbers: LaneNumbers<Mask = Self::Mask>;

    /// The number of lanes.
    const COUNT: usize;

    /// The same word in each lane. `self` only says what kind of lanes.
    #[must_use]
    fn splat(self, word: W) -> Self;

    /// The sum. It wraps around at the end of a lane.
    #[must_use]
    fn plus(self, word: W) -> Self;

    /// The difference. It wraps around below zero.
    #[must_use]
    fn minus(self, other: Self) -> Self;

    /// Whether a lane has a bit set.
    fn is_some(self) -> Self::Mask;

    /// The number of bits that are set.
    fn ones(self) -> Self::Numbers;

    /// `self` where the mask says yes, and `other` elsewhere.
    #[must_use]
    fn where_else(self, mask: Self::Mask, other: Self) -> Self;

    /// Writes the lanes into the first [`COUNT`](Self::COUNT) places.
    fn write(self, to: &mut [W]);

    /// The lowest bit of each lane that is set.
    #[inline(always)]
    #[must_use]
    fn lowest(self) -> Self
    where
        W: Default,
    {
        self & self.splat(W::default()).minus(self)
    }

    /// Each lane without its lowest bit that is set.
    #[inline(always)]
    #[must_use]
    fn without_lowest(self) -> Self
    where
        W: Default,
    {
        self ^ self.lowest()
    }

    /// `self` where the mask says yes, and no bit elsewhere.
    #[inline(always)]
    #[must_use]
    fn only(self, mask: Self::Mask) -> Self
    where
        W: Default,
    {
        self.where_else(mask, self.splat(W::default()))
    }
}

/// A yes or no for each lane.
pub trait LaneMask:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// The number of lanes.
    const COUNT: usize;

    /// Whether any lane says yes.
    fn any(self) -> bool;

    /// A bit for each lane that says yes, the first lane's bit first.
    fn bits(self) -> u32;

    /// The same answer in each lane. `self` only says what kind of mask.
    #[must_use]
    fn splat(self, yes: bool) -> Self;
}

/// A small number for each lane: sums and products must fit 31 bits.
pub trait LaneNumbers:
    Copy
    + Add<Output = Self>
    + Add<i32, Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<i32, Output = Self>
{
    /// A yes or no for each lane.
    type Mask: LaneMask;

    /// The same number in each lane. `self` only says what kind of numbers.
    #[must_use]
    fn splat(self, number: i32) -> Self;

    /// The lesser one of two numbers.
    #[must_use]
    fn lesser(self, other: Self) -> Self;

    /// Half of each number, rounded down. No number may be negative.
    #[must_use]
    fn halved(self) -> Self;

    /// Whether a number is at least this.
    fn is_at_least(self, number: i32) -> Self::Mask;

    /// `self` where the mask says yes, and `other` elsewhere.
    #[must_use]
    fn where_else(self, mask: Self::Mask, other: Self) -> Self;

    /// The greatest number of all lanes.
    fn greatest(self) -> i32;

    /// Writes the numbers into the first places, one for each lane.
    fn write(self, to: &mut [i32]);
}

#[cfg(test)]
mod tests;
