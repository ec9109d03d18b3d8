//! The solver of EinStein: value iteration, as long as few stones are left.

use std::time::Duration;

use super::position::EinsteinPosition;
use sarsen_core::game::{Player, Solver};
use sarsen_core::solvers::ValueIteration;

/// About how long a position takes with this many stones, in microseconds. With more, nobody can
/// wait for it.
const TIMES: [u64; 8] = [0, 0, 1_000, 4_000, 20_000, 150_000, 1_000_000, 8_000_000];

/// A solver with this many bytes.
pub(super) fn solver(bytes: usize) -> Box<dyn Solver<EinsteinPosition>> {
    Box::new(ValueIteration::new(bytes, |position: &EinsteinPosition| {
        let stones = position.stones(Player::First) + position.stones(Player::Second);
        let is_open = position.is_setup();
        let known = TIMES.get(stones as usize).filter(|_| !is_open);
        known.map_or(Duration::MAX, |&micros| Duration::from_micros(micros))
    }))
}
