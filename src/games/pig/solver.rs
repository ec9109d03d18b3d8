//! The solver of Pig: value iteration over all scores.

use std::time::Duration;

use super::position::PigPosition;
use super::setup::Pig;
use crate::game::Solver;
use crate::solvers::ValueIteration;

/// About so many positions are settled in a microsecond.
const SPEED: u64 = 1;

/// At most this memory is taken without having been asked for, in bytes. It is enough for a goal of
/// 110.
const UNASKED: usize = 400 << 20;

/// The number of positions with a goal, about: two scores and a turn total, for each player, before
/// and after the player's choice.
const fn positions(goal: u16) -> u64 {
    (goal as u64 + 4).pow(3) * 2
}

/// A solver with this many bytes, or with as many as the game needs.
pub(super) fn solver(pig: Pig, bytes: usize) -> Box<dyn Solver<PigPosition>> {
    let needed = ValueIteration::<PigPosition>::bytes_for(positions(pig.goal()));
    let estimate =
        |position: &PigPosition| Duration::from_micros(positions(position.goal()) / SPEED);
    Box::new(ValueIteration::new(bytes.max(needed.min(UNASKED)), estimate))
}
