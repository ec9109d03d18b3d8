//! Several lanes, or vectors of lanes, that are handled as one.

use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Not, Shl, Shr, Sub};

use super::{LaneMask, LaneNumbers, LaneWords};

/// `G` vectors of the same kind, or of single words.
#[derive(Clone, Copy)]
pub struct LaneGroup<L, const G: usize>(pub [L; G]);

/// Computes something for each part of a group. This is no closure, because the compiler has to
/// inline it wherever the instructions of a processor are used.
macro_rules! each {
    ($i:ident => $of_part:expr) => {{
        let mut parts = [{
            let $i = 0;
            $of_part
        }; G];
        for $i in 1..G {
            parts[$i] = $of_part;
        }
        LaneGroup(parts)
    }};
}

/// An operator between two groups.
macro_rules! between {
    ($operator:ident, $function:ident) => {
        impl<L: Copy + $operator<Output = L>, const G: usize> $operator for LaneGroup<L, G> {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                each!(i => self.0[i].$function(other.0[i]))
            }
        }
    };
}

between!(BitAnd, bitand);
between!(BitOr, bitor);
between!(BitXor, bitxor);
between!(Add, add);
between!(Sub, sub);

/// An operator between a group and something that is the same for each of its parts.
macro_rules! with {
    ($operator:ident, $function:ident, $other:ty) => {
        impl<L: Copy + $operator<$other, Output = L>, const G: usize> $operator<$other>
            for LaneGroup<L, G>
        {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: $other) -> Self {
                each!(i => self.0[i].$function(other))
            }
        }
    };
}

with!(BitAnd, bitand, u64);
with!(BitOr, bitor, u64);
with!(BitXor, bitxor, u64);
with!(BitAnd, bitand, u128);
with!(BitOr, bitor, u128);
with!(BitXor, bitxor, u128);
with!(Shl, shl, u32);
with!(Shr, shr, u32);
with!(Add, add, i32);
with!(Mul, mul, i32);

impl<L: Copy + Not<Output = L>, const G: usize> Not for LaneGroup<L, G> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        each!(i => !self.0[i])
    }
}

impl<L: Copy + Neg<Output = L>, const G: usize> Neg for LaneGroup<L, G> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        each!(i => -self.0[i])
    }
}

impl<W: Copy, L: LaneWords<W>, const G: usize> LaneWords<W> for LaneGroup<L, G>
where
    Self: BitAnd<W, Output = Self> + BitOr<W, Output = Self> + BitXor<W, Output = Self>,
{
    type Mask = LaneGroup<L::Mask, G>;
    type Numbers = LaneGroup<L::Numbers, G>;

    const COUNT: usize = G * L::COUNT;

    #[inline(always)]
    fn splat(self, word: W) -> Self {
        each!(i => self.0[i].splat(word))
    }

    #[inline(always)]
    fn plus(self, word: W) -> Self {
        each!(i => self.0[i].plus(word))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        each!(i => self.0[i].minus(other.0[i]))
    }

    #[inline(always)]
    fn is_some(self) -> Self::Mask {
        each!(i => self.0[i].is_some())
    }

    #[inline(always)]
    fn ones(self) -> Self::Numbers {
        each!(i => self.0[i].ones())
    }

    #[inline(always)]
    fn where_else(self, mask: Self::Mask, other: Self) -> Self {
        each!(i => self.0[i].where_else(mask.0[i], other.0[i]))
    }

    #[inline(always)]
    fn write(self, to: &mut [W]) {
        for i in 0..G {
            self.0[i].write(&mut to[i * L::COUNT..]);
        }
    }
}

impl<M: LaneMask, const G: usize> LaneMask for LaneGroup<M, G> {
    const COUNT: usize = G * M::COUNT;

    #[inline(always)]
    fn any(self) -> bool {
        let mut any = self.0[0];
        for i in 1..G {
            any = any | self.0[i];
        }
        any.any()
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        let mut bits = 0;
        for i in 0..G {
            bits |= self.0[i].bits() << (i * M::COUNT);
        }
        bits
    }

    #[inline(always)]
    fn splat(self, yes: bool) -> Self {
        each!(i => self.0[i].splat(yes))
    }
}

impl<N: LaneNumbers, const G: usize> LaneNumbers for LaneGroup<N, G> {
    type Mask = LaneGroup<N::Mask, G>;

    #[inline(always)]
    fn splat(self, number: i32) -> Self {
        each!(i => self.0[i].splat(number))
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        each!(i => self.0[i].lesser(other.0[i]))
    }

    #[inline(always)]
    fn halved(self) -> Self {
        each!(i => self.0[i].halved())
    }

    #[inline(always)]
    fn is_at_least(self, number: i32) -> Self::Mask {
        each!(i => self.0[i].is_at_least(number))
    }

    #[inline(always)]
    fn where_else(self, mask: Self::Mask, other: Self) -> Self {
        each!(i => self.0[i].where_else(mask.0[i], other.0[i]))
    }

    #[inline(always)]
    fn greatest(self) -> i32 {
        let mut greatest = i32::MIN;
        for i in 0..G {
            greatest = greatest.max(self.0[i].greatest());
        }
        greatest
    }

    #[inline(always)]
    fn write(self, to: &mut [i32]) {
        for i in 0..G {
            self.0[i].write(&mut to[i * N::Mask::COUNT..]);
        }
    }
}
