//! Abalone in words: its rules, and facts about a position. Below are the notation and the picture.

mod diagram;
mod names;
mod notation;
mod picture;
mod refusal;

use super::cells::{DIRECTIONS, members};
use super::moves::MarbleMove;
use super::position::AbalonePosition;
use sarsen_core::game::{Fact, Player, Position, Written};

pub(super) use names::letter;
pub(super) use picture::draw;

/// The rules, in words.
pub(super) const RULES: &str = "\
Two players push marbles over a board of 61 cells, black (b) first. Each has 14 marbles. The \
player who first pushes six of the opponent's marbles off the board wins.

A move takes one, two or three marbles of your colour one cell on, in one of six directions. Two or \
three marbles must lie next to each other in a straight line, and all of them move in the same \
direction. There are two kinds of moves.

- Along the line: the marbles move one behind the other. The cell in front of them must be empty, \
or there is something to push.
- Sideways: each marble moves to a cell beside the line. All these cells must be empty.

Only a line that moves along itself can push, and only if it is longer: two marbles push one, three \
push one or two. The opponent's marbles must lie right in front, in the same line. The cell behind \
them must be empty. At the end of the board there is no such cell, and the last marble falls off. \
You cannot push your own marbles, and a move never takes more than three of them.

A position that occurs for the third time with the same player to move is a draw. A game with a \
limit is drawn when the moves of both players together reach the limit. A player who cannot move at \
all has lost.

A cell has a letter for its row, a to i from the bottom, and a number for its diagonal. A move along \
a line is the cell of its last marble and the next cell: a1b2 moves the marble on a1, and all in \
front of it. A move sideways is both ends of the line, the lower one first, and where the first one \
goes: c3c5d3.

On the board, point at the last marble of a line, then at the cell in front of its first one, or at \
the marble next to the last. To move sideways, point at both ends of the line, then at the cell \
where the leading end goes.";

/// How many marbles each player has lost, the moves that push one off now, and how long the game
/// may last.
pub(super) fn explain(position: &AbalonePosition) -> Vec<Fact> {
    let number = |name, number: u32, about| Fact::new(name, &number.to_string()).about(about);
    let [black, white] = [Player::First, Player::Second];
    let off = if position.outcome().is_some() { Vec::new() } else { push_offs(position) };
    let off = if off.is_empty() { "-".to_owned() } else { off.join(",") };
    let left = position.plies_to_limit().map_or("-".to_owned(), |left| left.to_string());
    vec![
        number("lost-b", position.ejected(black), "The marbles that black has lost. Six lose."),
        number("lost-w", position.ejected(white), "The marbles that white has lost. Six lose."),
        Fact::new("push-offs", &off).about("The moves that push a marble off the board now."),
        Fact::new("plies-left", &left).about("The plies until the limit ends the game in a draw."),
    ]
}

/// The moves that push a marble off the board.
fn push_offs(position: &AbalonePosition) -> Vec<String> {
    let off = position.pushes().off;
    let of = |direction: usize| members(off[direction]).map(move |rear| (rear, direction));
    let moves = (0..DIRECTIONS).flat_map(of);
    // The text of a move does not say how many marbles move.
    moves.map(|(rear, on)| position.format_move(MarbleMove::inline(rear, on, 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::Abalone;
    use sarsen_core::game::Game;

    #[test]
    fn what_counts_is_told() {
        let texts = |position: &AbalonePosition| -> Vec<String> {
            explain(position).into_iter().map(|fact| fact.text).collect()
        };
        let game = Abalone::parse("standard/9").unwrap();
        assert_eq!(texts(&game.start()), ["0", "0", "-", "9"]);
        // Without a limit, none is counted down.
        let mut position = Abalone::STANDARD.start();
        position.make(position.parse_move("a1b2").unwrap());
        assert_eq!(texts(&position)[3], "-");
        let cells = "wbb..bbbbbb".to_owned() + &".".repeat(37) + "bbbbbwwwwwwww";
        let position = Abalone::STANDARD.start().parse(&format!("{cells} b 1 5")).unwrap();
        assert_eq!(texts(&position), ["1", "5", "i7i6", "-"]);
    }
}
