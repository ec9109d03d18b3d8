//! Othello in words: its rules, and facts about a position. Below are the notation and the picture.

mod diagram;
mod flipello;
mod ggf;
mod notation;
mod picture;

use super::position::OthelloPosition;
use notation::names;
use sarsen_core::game::{Fact, Player};

pub(super) use flipello::Flipello;
pub(super) use ggf::GgfNotation;
pub(super) use picture::draw;

/// The rules, in words.
pub(super) const RULES: &str = "\
Two players put discs on a board, black (X) first. A disc is black on one side and white on the \
other. At the start, two discs of each colour lie in the middle.

A move puts a disc of your colour on an empty square so that it encloses discs of the other colour \
in a straight line: your new disc, then one or more of theirs without a gap, then a disc of yours. \
The line may be level, upright or diagonal. All enclosed discs turn over and are yours. If the new \
disc encloses discs in several lines, all of them turn over.

If you cannot enclose anything, you pass, and the other player moves again. You may not pass if you \
have a move.

The game ends when neither player can move, usually with a full board. The player with more discs \
wins. Squares that stay empty count for the winner.

A move is the name of its square, such as d3: a letter for the column and a number for the row. Row \
1 is on top. A pass is the word pass.";

/// How many discs each player has, how many moves, and which ones the player to move has.
pub(super) fn explain(position: &OthelloPosition) -> Vec<Fact> {
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
