//! EinStein in words: its rules, and facts about a position. Below are the notation and the
//! picture.

mod diagram;
mod move_reader;
mod names;
mod notation;
mod picture;
mod position_reader;

use super::position::EinsteinPosition;
use super::squares::bits;
use sarsen_core::game::{Fact, Player};

pub(super) use picture::draw;

/// The rules, in words.
pub(super) const RULES: &str = "\
Each player wants to bring a stone to the opposite corner of the board. A die says which stone \
moves.

The board has five columns, a to e, and five rows, with row 5 at the top. Each player has six \
stones, numbered 1 to 6. Texts and drawings show the numbers of player 1 as digits, and those of \
player 2 as letters: a is stone 1, f is stone 6. Player 1 begins in the upper left corner, player 2 \
in the lower right one.

At first the board is empty. Player 1 puts the stones 1 to 6, one after the other, on the six \
squares of the own corner: three in the first row, two in the second and one in the third. Then \
player 2 does the same in the other corner. Each chooses which stone goes where.

From then on the players take turns, player 1 first. In a turn, the die is thrown, and the player \
moves the stone with this number. If that stone has been captured, the player moves the one with \
the next higher number that is left, or the one with the next lower number that is left, if there \
are both. There is always a move, and nobody may pass.

A stone goes one square: for player 1 to the right, down, or diagonally both; for player 2 to the \
left, up, or diagonally both. A stone that is on the target square is captured and leaves the \
game, your own stones too. With fewer stones, each of them moves more often.

You win as soon as a stone of yours reaches the far corner: e1 for player 1, a5 for player 2. You \
also win if the opponent has no stones left. There are no draws.

- Example: you have the stones 1, 3 and 6 and throw a 4. You move 3 or 6.
- Example: you have the stones 5 and 6 and throw a 2. You move 5.

A stone that is put on the board is written as its number and the square: 4@b5. A throw is a \
number: 4. A move is two squares: b4c3. On the board, point at the square for the next stone. \
Later, point at the stone and then at its target.";

/// What the die shows, which stones may move or come next, and which are left.
pub(super) fn explain(position: &EinsteinPosition) -> Vec<Fact> {
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
