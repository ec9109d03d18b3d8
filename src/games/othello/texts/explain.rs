//! Facts about a position, for people.

use super::super::position::OthelloPosition;
use crate::game::{Fact, Player};

/// How many discs each player has, and how many moves.
pub(in super::super) fn explain(position: &OthelloPosition) -> Vec<Fact> {
    let count =
        |name, squares: u64, about| Fact::new(name, &squares.count_ones().to_string()).about(about);
    let [black, white] = [Player::First, Player::Second];
    vec![
        count("discs-x", position.discs(black), "The discs of black (X)."),
        count("discs-o", position.discs(white), "The discs of white (O)."),
        count("moves-x", position.open_to(black), "The squares where black (X) could move."),
        count("moves-o", position.open_to(white), "The squares where white (O) could move."),
    ]
}
