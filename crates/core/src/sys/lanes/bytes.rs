//! Sixteen bytes with a sign, side by side. Every processor of x86-64 has vectors of this size, so
//! nothing has to be found out at run time. For other processors, the compiler finds the vectors.

use std::fmt;
use std::ops::{Add, AddAssign, BitAnd, BitAndAssign, BitOr, BitOrAssign, Neg, Not, Sub};

#[cfg(not(target_arch = "x86_64"))]
use super::plain_bytes as vectors;
#[cfg(target_arch = "x86_64")]
use super::sse2 as vectors;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::__m128i as Vector;

/// The numbers as the processor has them.
#[cfg(not(target_arch = "x86_64"))]
type Vector = [i8; 16];

/// Sixteen small numbers, which wrap around. In a mask, all bits of a lane are set, or none.
#[derive(Clone, Copy)]
pub struct Bytes16(Vector);

impl Bytes16 {
    /// 0 in each lane.
    pub const ZERO: Self = Self::new([0; 16]);

    /// These numbers.
    #[must_use]
    pub const fn new(numbers: [i8; 16]) -> Self {
        Self(vectors::from_array(numbers))
    }

    /// The same number in each lane.
    #[inline(always)]
    #[must_use]
    pub fn splat(number: i8) -> Self {
        Self(vectors::splat(number))
    }

    /// The numbers, in order.
    #[inline(always)]
    #[must_use]
    pub fn to_array(self) -> [i8; 16] {
        vectors::to_array(self.0)
    }

    /// The difference, or the least number if there is no number so small, or the greatest one if
    /// there is none so great.
    #[inline(always)]
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(vectors::saturated_difference(self.0, other.0))
    }

    /// A mask of the lanes where the number is more than the other one.
    #[inline(always)]
    #[must_use]
    pub fn is_more(self, other: Self) -> Self {
        Self(vectors::is_more(self.0, other.0))
    }

    /// A mask of the lanes where the numbers are equal.
    #[inline(always)]
    #[must_use]
    pub fn is_equal(self, other: Self) -> Self {
        Self(vectors::is_equal(self.0, other.0))
    }

    /// A mask as bits, the first lane's bit first.
    #[inline(always)]
    #[must_use]
    pub fn bits(self) -> u32 {
        vectors::signs(self.0)
    }
}

/// An operator between two vectors.
macro_rules! between {
    ($operator:ident, $function:ident, $compute:ident) => {
        impl $operator for Bytes16 {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self(vectors::$compute(self.0, other.0))
            }
        }
    };
}

between!(Add, add, sum);
between!(Sub, sub, difference);
between!(BitAnd, bitand, and);
between!(BitOr, bitor, or);

/// An operator that changes its left side.
macro_rules! assign {
    ($operator:ident, $function:ident, $compute:ident) => {
        impl $operator for Bytes16 {
            #[inline(always)]
            fn $function(&mut self, other: Self) {
                self.0 = vectors::$compute(self.0, other.0);
            }
        }
    };
}

assign!(AddAssign, add_assign, sum);
assign!(BitAndAssign, bitand_assign, and);
assign!(BitOrAssign, bitor_assign, or);

impl Neg for Bytes16 {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl Not for Bytes16 {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(vectors::xor(self.0, vectors::splat(-1)))
    }
}

impl PartialEq for Bytes16 {
    fn eq(&self, other: &Self) -> bool {
        self.to_array() == other.to_array()
    }
}

impl fmt::Debug for Bytes16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_array().fmt(f)
    }
}
