//! Moves of backgammon: throws of the dice, and plays.

use super::board::{BAR, OFF, PLACES, target};
use super::dice::Dice;
use sarsen_core::game::binomial;

/// The bits of a source in a move.
const SOURCE: u32 = 5;

/// Where the dice are in a move, and the mark of a throw.
const HIGH: u32 = 20;
const LOW: u32 = 23;
const THROW: u32 = 1 << 26;

/// The number of codes of plays of two different dice: a source for each.
const ORDINARY: u16 = (PLACES * PLACES) as u16;

/// The number of codes of plays of doubles: four sources in any order.
const DOUBLES: u16 = binomial(PLACES as u32 + 3, 4) as u16;

/// The first code of a throw.
const THROWS: u16 = ORDINARY + DOUBLES;

/// A move: a throw of the dice, or a whole play.
///
/// A play is known by the places from which it takes checkers: one for each die, or up to four for
/// a double. They determine the position that it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BackgammonMove(u32);

/// A checker that goes from one place to another, with one die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) from: u8,
    pub(super) to: u8,
}

impl BackgammonMove {
    /// The number of codes.
    pub(super) const CODES: usize = THROWS as usize + 36;

    /// A throw. In the opening roll, the first die is the first player's. Later the first one is
    /// the higher.
    #[inline]
    pub(super) const fn throw(first: u8, second: u8) -> Self {
        Self(THROW | (first as u32) << HIGH | (second as u32) << LOW)
    }

    /// A play of two different dice: the sources of the higher and of the lower one. A die that is
    /// not played has the source [`OFF`].
    #[inline]
    pub(super) const fn ordinary(dice: Dice, high: u8, low: u8) -> Self {
        Self::play(dice, [high, low, OFF, OFF])
    }

    /// A play of a double: its sources, the highest first, and then [`OFF`].
    #[inline]
    pub(super) const fn double(dice: Dice, sources: [u8; 4]) -> Self {
        Self::play(dice, sources)
    }

    /// A play without any step.
    #[inline]
    pub(super) const fn pass(dice: Dice) -> Self {
        Self::play(dice, [OFF; 4])
    }

    #[inline]
    const fn play(dice: Dice, [a, b, c, d]: [u8; 4]) -> Self {
        let sources = a as u32
            | (b as u32) << SOURCE
            | (c as u32) << (2 * SOURCE)
            | (d as u32) << (3 * SOURCE);
        Self(sources | (dice.high() as u32) << HIGH | (dice.low() as u32) << LOW)
    }

    /// The dice of a throw, in its order. None if it is a play.
    #[inline]
    #[must_use]
    pub const fn thrown(self) -> Option<[u8; 2]> {
        if self.0 & THROW == 0 { None } else { Some(self.dice()) }
    }

    /// Whether it is a play without any step.
    #[inline]
    #[must_use]
    pub const fn is_pass(self) -> bool {
        self.0 & (THROW | ((1 << HIGH) - 1)) == 0
    }

    /// The dice, as in the throw.
    #[inline]
    pub(super) const fn dice(self) -> [u8; 2] {
        [(self.0 >> HIGH & 7) as u8, (self.0 >> LOW & 7) as u8]
    }

    /// The sources of a play, as it was made of them.
    #[inline]
    pub(super) const fn sources(self) -> [u8; 4] {
        [
            (self.0 & 31) as u8,
            (self.0 >> SOURCE & 31) as u8,
            (self.0 >> (2 * SOURCE) & 31) as u8,
            (self.0 >> (3 * SOURCE) & 31) as u8,
        ]
    }

    /// The steps of a play in an order in which they can be made: from the highest source on.
    #[inline]
    pub(super) fn steps(self) -> impl Iterator<Item = Step> + Clone {
        let [high, low] = self.dice();
        let sources = self.sources();
        let mut dice = [high, low, low, low];
        let mut order = sources;
        if sources[1] > sources[0] {
            order.swap(0, 1);
            dice.swap(0, 1);
        }
        let steps = order.into_iter().zip(dice).filter(|&(from, _)| from != OFF);
        steps.map(|(from, die)| Step { from, to: target(from, die) })
    }

    /// The code of the move.
    #[inline]
    pub(super) const fn code(self) -> u16 {
        let [first, second] = self.dice();
        if self.0 & THROW != 0 {
            return THROWS + 6 * (first as u16 - 1) + second as u16 - 1;
        }
        let [a, b, c, d] = self.sources();
        if self.is_pass() || first != second {
            return a as u16 * PLACES as u16 + b as u16;
        }
        ORDINARY + RANKS[3][a as usize] + RANKS[2][b as usize] + RANKS[1][c as usize] + d as u16
    }
}

/// For numbers in descending order: what the number with this many others after it adds to the rank
/// of all of them (the combinatorial number system, for sets with repetition).
const RANKS: [[u16; PLACES]; 4] = {
    let mut ranks = [[0; PLACES]; 4];
    let mut after = 0;
    while after < 4 {
        let mut number = 1;
        while number <= BAR as usize {
            let after_it = after as u32;
            ranks[after][number] = binomial(number as u32 + after_it, after_it + 1) as u16;
            number += 1;
        }
        after += 1;
    }
    ranks
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_move_has_its_own_code() {
        let [dice, double] = [Dice::new(5, 3).unwrap(), Dice::new(4, 4).unwrap()];
        let mut codes = HashSet::new();
        let mut note = |m: BackgammonMove| {
            assert!(usize::from(m.code()) < BackgammonMove::CODES, "{m:?}");
            assert!(codes.insert(m.code()), "{m:?}");
        };
        for a in OFF..=BAR {
            for b in OFF..=BAR {
                note(BackgammonMove::ordinary(dice, a, b));
            }
            for b in OFF..=a {
                for c in OFF..=b {
                    for d in OFF..=c {
                        let m = BackgammonMove::double(double, [a, b, c, d]);
                        assert_eq!(m.sources(), [a, b, c, d]);
                        if !m.is_pass() {
                            note(m);
                        }
                    }
                }
            }
        }
        for first in 1..=6 {
            (1..=6).for_each(|second| note(BackgammonMove::throw(first, second)));
        }
        // All but that of a double without a step, which shares the code of the pass.
        assert_eq!(codes.len(), BackgammonMove::CODES - 1);
        let passes = [dice, double].map(BackgammonMove::pass);
        assert!(passes.iter().all(|m| m.is_pass() && m.code() == 0));
        assert!(!BackgammonMove::throw(1, 1).is_pass());
    }

    #[test]
    fn steps_begin_at_the_highest_source() {
        let steps = |m: BackgammonMove| -> Vec<(u8, u8)> {
            m.steps().map(|step| (step.from, step.to)).collect()
        };
        let dice = Dice::new(3, 5).unwrap();
        assert_eq!(steps(BackgammonMove::ordinary(dice, 10, 13)), [(13, 10), (10, 5)]);
        assert_eq!(steps(BackgammonMove::ordinary(dice, 4, 0)), [(4, 0)]);
        assert_eq!(steps(BackgammonMove::ordinary(dice, 0, 25)), [(25, 22)]);
        let m = BackgammonMove::double(Dice::new(2, 2).unwrap(), [6, 6, 4, 1]);
        assert_eq!(steps(m), [(6, 4), (6, 4), (4, 2), (1, 0)]);
        assert_eq!(steps(BackgammonMove::pass(dice)), []);
        assert_eq!(size_of::<BackgammonMove>(), 4);
    }
}
