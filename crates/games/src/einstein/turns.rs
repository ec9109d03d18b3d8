//! How many turns a player needs to bring a stone to the corner if nobody is in the way.
//!
//! This depends only on the steps that each stone still needs. The player has no use for steps that
//! are no progress, and moves the stone that leaves the fewest turns. The numbers come from the
//! simplest arithmetic, so they are the same on every machine.

use std::sync::LazyLock;

use super::squares::{MOVABLE, STONES, bits};

/// How many steps a stone may need: 1 to 4, or 0 for a stone that is gone.
const DISTANCES: usize = 5;

/// The numbers of all distances of six stones.
const STATES: usize = DISTANCES.pow(STONES as u32);

/// The turns of a player without stones. There is no such race. The number is more than a single
/// stone needs, so the last stone is worth capturing. (5.5 to 6.5 fit the exact odds best.)
const NEVER: f64 = 6.5;

/// What a step of each stone changes in the number of a state.
pub(super) const PLACE_VALUE: [u16; STONES] = [1, 5, 25, 125, 625, 3125];

/// The expected turns for each state.
pub(super) struct Turns {
    table: Box<[f64]>,
}

impl Turns {
    /// The table. It is made when it is first needed.
    pub(super) fn table() -> &'static Self {
        static TABLE: LazyLock<Turns> = LazyLock::new(Turns::new);
        &TABLE
    }

    /// A step leads to a state with a lower number.
    fn new() -> Self {
        let mut turns = Self { table: vec![NEVER; STATES].into() };
        for state in 1..STATES as u16 {
            let sum: f64 = (1..=STONES as u8).map(|number| turns.after(state, number)).sum();
            turns.table[usize::from(state)] = 1.0 + sum / STONES as f64;
        }
        turns
    }

    /// The expected turns before the die is thrown.
    #[inline]
    pub(super) fn expected(&self, state: u16) -> f64 {
        self.table[usize::from(state)]
    }

    /// The expected turns after the one in which the die shows a number. Some stone must be left.
    #[inline]
    pub(super) fn after(&self, state: u16, number: u8) -> f64 {
        let movable = MOVABLE[usize::from(left(state))][usize::from(number) - 1];
        let after = |stone: u8| {
            let stone = usize::from(stone);
            match distance(state, stone) {
                1 => 0.0,
                _ => self.table[usize::from(state - PLACE_VALUE[stone])],
            }
        };
        bits(movable.into()).map(after).fold(f64::INFINITY, f64::min)
    }
}

/// The steps that a stone of a state needs. 0 if it is gone.
#[inline]
fn distance(state: u16, stone: usize) -> u16 {
    state / PLACE_VALUE[stone] % DISTANCES as u16
}

/// The stones that are left in a state, as bits.
#[inline]
fn left(state: u16) -> u8 {
    let is_left = |stone| u8::from(distance(state, stone) != 0) << stone;
    (0..STONES).map(is_left).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_expectations() {
        let turns = Turns::table();
        // A single stone moves in every turn.
        for place in &PLACE_VALUE[..STONES] {
            for steps in 1..DISTANCES as u16 {
                assert_eq!(turns.expected(steps * place), f64::from(steps));
            }
        }
        // Stones 1 and 2 with one step each.
        assert_eq!(turns.expected(1 + 5), 1.0);
        // Stone 1 needs one step, and stone 2 two. Only a 1 moves stone 1 and ends the race at
        // once. Otherwise stone 2 moves, and then any number ends it.
        let expected = 1.0 + 5.0 / 6.0;
        assert!((turns.expected(1 + 2 * 5) - expected).abs() < 1e-12);
        assert_eq!([turns.after(1 + 2 * 5, 1), turns.after(1 + 2 * 5, 4)], [0.0, 1.0]);
        // Stone 6 instead of 2: the numbers between move either.
        assert_eq!(turns.after(1 + 2 * 3125, 4), 0.0);
        assert_eq!(turns.after(1 + 2 * 3125, 6), 1.0);
    }

    #[test]
    fn a_step_never_slows_the_race() {
        let turns = Turns::table();
        for state in 1..STATES as u16 {
            let now = turns.expected(state);
            assert!((1.0..12.0).contains(&now), "{state} {now}");
            for stone in (0..STONES).filter(|&stone| distance(state, stone) > 1) {
                assert!(turns.expected(state - PLACE_VALUE[stone]) <= now, "{state} {stone}");
            }
        }
    }
}
