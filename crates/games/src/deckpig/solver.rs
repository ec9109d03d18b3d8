//! The solver of Pig with a deck: value iteration over all ways to draw the cards.

use std::time::Duration;

use super::position::DeckPigPosition;
use sarsen_core::game::Solver;
use sarsen_core::solvers::ValueIteration;

/// About so many positions are settled in a microsecond.
const SPEED: u64 = 1;

/// A solver with this many bytes. How many positions can be reached is known only after they have
/// been listed.
pub(super) fn solver(bytes: usize) -> Box<dyn Solver<DeckPigPosition>> {
    Box::new(ValueIteration::new(bytes, |position: &DeckPigPosition| {
        // Each of the cards left is drawn before or after each of the others, in many orders that
        // come to the same: so it is the number of decks that counts, and of scores.
        let decks = position.left().iter().map(|(_, copies)| u64::from(copies) + 1);
        let scores = u64::from(position.goal()).pow(2);
        let positions = decks.fold(scores, u64::saturating_mul);
        Duration::from_micros(positions / SPEED)
    }))
}
