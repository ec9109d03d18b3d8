//! The solver of Pig: value iteration over all scores.

use std::time::Duration;

use super::position::PigPosition;
use sarsen_core::game::{Player, Solver};
use sarsen_core::solvers::ValueIteration;

/// About so many positions are settled in a microsecond.
const SPEED: u64 = 1;

/// So many sums of a turn reach the goal, besides the one that just reaches it.
const BEYOND: u64 = 4;

/// The number of positions that can be reached, or a few more: two scores and a sum of the turn,
/// for each player, before and after the player's choice.
fn positions(position: &PigPosition) -> u64 {
    let left = |player| u64::from(position.goal() - position.score(player)) + BEYOND;
    let (one, other) = (left(Player::First), left(Player::Second));
    one * other * (one + other)
}

/// A solver with this many bytes.
pub(super) fn solver(bytes: usize) -> Box<dyn Solver<PigPosition>> {
    let estimate = |position: &PigPosition| Duration::from_micros(positions(position) / SPEED);
    Box::new(ValueIteration::new(bytes, estimate).counting(positions))
}

#[cfg(test)]
mod tests {
    use super::super::setup::Pig;
    use super::*;
    use sarsen_core::game::{Effort, Game, Written};

    #[test]
    fn positions_are_not_more_than_counted() {
        for (goal, text) in [(2, "0 0 0 1"), (20, "0 0 0 1"), (60, "0 0 0 1"), (60, "31 12 7 2")] {
            let start = Pig::parse(&goal.to_string()).unwrap().start().parse(text).unwrap();
            let counted = positions(&start);
            let solver = solver(ValueIteration::<PigPosition>::bytes_for(counted));
            let visited = solver.expect(&start, &Effort::UNLIMITED).unwrap().nodes;
            assert!(visited <= counted && counted < 4 * visited + 500, "{visited} of {counted}");
        }
    }
}
