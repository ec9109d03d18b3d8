//! The die of Pig.

use super::state::{GOALS, LuckSource, PigState};
use sarsen_core::game::{TextError, mix64};

/// The number of faces of the die.
pub const FACES: u8 = 6;

/// About how many points a player gains in a turn, on average.
const POINTS_PER_TURN: u32 = 8;

/// About how many plies a turn has: a decision and a die for each roll, and a hold.
const PLIES_PER_TURN: u32 = 9;

/// A die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Die;

/// A position of Pig.
pub type PigPosition = PigState<Die>;

impl LuckSource for Die {
    const HIGHEST: u8 = FACES;
    const THING: &'static str = "die";
    const MORE: &'static str = "roll";
    const DUE: &'static str = "rolling";
    const NOT_DUE: &'static str = "no die is rolling";
    const WORDS: usize = 0;

    #[inline]
    fn values(&self) -> impl Iterator<Item = (u8, u8)> {
        (1..=FACES).map(|number| (number, 1))
    }

    #[inline]
    fn weight(&self, _: u8) -> u8 {
        1
    }

    #[inline]
    fn take(&mut self, _: u8) {}

    #[inline]
    fn is_empty(&self) -> bool {
        false
    }

    /// The turns that the nearer player still needs, and as many of the other one.
    fn plies_left(&self, goal: u16, [first, second]: [u16; 2]) -> u32 {
        let points = u32::from(goal.saturating_sub(first.max(second)));
        2 * points.div_ceil(POINTS_PER_TURN).max(1) * PLIES_PER_TURN
    }

    /// Each number has a byte of its own, because the goal and the last roll together are less than
    /// 256.
    #[inline]
    fn mixed(&self, goal: u16, points: [u16; 3], flags: u64) -> u64 {
        let [first, second, total] = points.map(u64::from);
        mix64(flags | 4 | first << 8 | second << 16 | total << 24 | u64::from(goal) << 32)
    }

    fn text(&self) -> String {
        String::new()
    }

    fn read_left(&self, _: &[(usize, &str)], _: u16) -> Result<Self, TextError> {
        Ok(*self)
    }

    fn expected(&self) -> String {
        "both scores, the turn total and the side to move expected, such as '20 15 7 1', and \
         'rolling' where the die is in the air"
            .to_owned()
    }
}

const _: () = assert!(*GOALS.end() + FACES as u16 <= 256);
