//! Facts about a position, for people.

use super::super::position::EinsteinPosition;
use super::super::squares::bits;
use sarsen_core::game::{Fact, Player};

/// What the die shows, which stones may move or come next, and which are left.
pub(in super::super) fn explain(position: &EinsteinPosition) -> Vec<Fact> {
    let list = |stones: u8| {
        let names: String = bits(stones.into()).map(|stone| (stone + 1).to_string()).collect();
        if names.is_empty() { "-".to_owned() } else { names }
    };
    let die = position.die().map_or("-".to_owned(), |number| number.to_string());
    let movable = if position.is_setup() {
        1 << position.next_stone()
    } else if position.die().is_some() {
        position.movable()
    } else {
        0
    };
    let [first, second] = [Player::First, Player::Second].map(|player| player.index());
    vec![
        Fact::new("die", &die).about("What the die shows."),
        Fact::new("movable", &list(movable))
            .about("The stones that may move, or the one that is put on the board next."),
        Fact::new("stones-1", &list(position.left[first])).about("The stones of player 1."),
        Fact::new("stones-2", &list(position.left[second]))
            .about("The stones of player 2, a to f by their numbers."),
    ]
}
