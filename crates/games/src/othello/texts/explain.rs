//! Facts about a position, for people.

use super::super::position::OthelloPosition;
use super::notation::names;
use sarsen_core::game::{Fact, Player};

/// How many discs each player has, how many moves, and which ones the player to move has.
pub(in super::super) fn explain(position: &OthelloPosition) -> Vec<Fact> {
    let count =
        |name, squares: u64, about| Fact::new(name, &squares.count_ones().to_string()).about(about);
    let [black, white] = [Player::First, Player::Second];
    let open = names(position.board, position.open);
    let open = if open.is_empty() { "-".to_owned() } else { open.join(",") };
    vec![
        count("discs-x", position.discs(black), "The discs of black (X)."),
        count("discs-o", position.discs(white), "The discs of white (O)."),
        count("moves-x", position.open_to(black), "The squares where black (X) could move."),
        count("moves-o", position.open_to(white), "The squares where white (O) could move."),
        Fact::new("open", &open)
            .listing_places()
            .about("The squares where the player to move can put a disc."),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Othello;
    use sarsen_core::game::{Game, Position, Written};

    #[test]
    fn the_open_squares_are_named() {
        let texts = |position: &OthelloPosition| -> Vec<String> {
            explain(position).into_iter().map(|fact| fact.text).collect()
        };
        let mut position = Othello::SMALL.start();
        assert_eq!(texts(&position), ["2", "2", "4", "4", "c2,b3,e4,d5"]);
        for m in ["d5", "e5", "f5", "d2", "c2", "f6", "d1", "f4"] {
            position.make(position.parse_move(m).unwrap());
        }
        assert_eq!(texts(&position), ["8", "4", "0", "2", "-"]);
    }
}
