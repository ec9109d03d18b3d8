//! Two dice.

/// The greatest number on a die.
const SIDES: u8 = 6;

/// A throw of two dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dice {
    high: u8,
    low: u8,
}

impl Dice {
    /// Two dice in any order. None if one of them is not 1 to 6.
    #[must_use]
    pub const fn new(one: u8, other: u8) -> Option<Self> {
        if one < 1 || one > SIDES || other < 1 || other > SIDES {
            return None;
        }
        Some(if one < other {
            Self { high: other, low: one }
        } else {
            Self { high: one, low: other }
        })
    }

    /// The higher die.
    #[inline]
    #[must_use]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The lower die.
    #[inline]
    #[must_use]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether both dice show the same.
    #[inline]
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// The pips that can be played at most.
    #[must_use]
    pub const fn pips(self) -> u8 {
        if self.is_double() { 4 * self.high } else { self.high + self.low }
    }

    /// The number of throws.
    pub(super) const COUNT: usize = 21;

    /// The place of the throw among [all](Self::all).
    #[inline]
    pub(super) const fn index(self) -> usize {
        let high = self.high as usize;
        high * (high - 1) / 2 + self.low as usize - 1
    }

    /// All throws.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (1..=SIDES).flat_map(|high| (1..=high).map(move |low| Self { high, low }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throws_are_counted_in_order() {
        let indices: Vec<usize> = Dice::all().map(Dice::index).collect();
        assert_eq!(indices, (0..Dice::COUNT).collect::<Vec<_>>());
    }
}
