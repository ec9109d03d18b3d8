//! A single word is a vector with one lane.

use super::{LaneMask, LaneNumbers, LaneWords};

macro_rules! single {
    ($word:ty) => {
        impl LaneWords<$word> for $word {
            type Mask = bool;
            type Numbers = i32;

            const COUNT: usize = 1;

            #[inline(always)]
            fn splat(self, word: $word) -> Self {
                word
            }

            #[inline(always)]
            fn plus(self, word: $word) -> Self {
                self.wrapping_add(word)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn is_some(self) -> bool {
                self != 0
            }

            #[inline(always)]
            fn ones(self) -> i32 {
                self.count_ones() as i32
            }

            #[inline(always)]
            fn where_else(self, mask: bool, other: Self) -> Self {
                if mask { self } else { other }
            }

            #[inline(always)]
            fn write(self, to: &mut [$word]) {
                to[0] = self;
            }
        }
    };
}

single!(u64);
single!(u128);

impl LaneMask for bool {
    const COUNT: usize = 1;

    #[inline(always)]
    fn any(self) -> bool {
        self
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(self)
    }

    #[inline(always)]
    fn splat(self, yes: bool) -> Self {
        yes
    }
}

impl LaneNumbers for i32 {
    type Mask = bool;

    #[inline(always)]
    fn splat(self, number: i32) -> Self {
        number
    }

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        Ord::min(self, other)
    }

    #[inline(always)]
    fn halved(self) -> Self {
        self >> 1
    }

    #[inline(always)]
    fn is_at_least(self, number: i32) -> bool {
        self >= number
    }

    #[inline(always)]
    fn where_else(self, mask: bool, other: Self) -> Self {
        if mask { self } else { other }
    }

    #[inline(always)]
    fn greatest(self) -> i32 {
        self
    }

    #[inline(always)]
    fn write(self, to: &mut [i32]) {
        to[0] = self;
    }
}
