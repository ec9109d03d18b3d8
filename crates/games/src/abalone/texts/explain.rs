//! Facts about a position, for people.

use super::super::cells::{DIRECTIONS, members};
use super::super::moves::MarbleMove;
use super::super::position::AbalonePosition;
use sarsen_core::game::{Fact, Player, Position, Written};

/// How many marbles each player has lost, the moves that push one off now, and how long the game
/// may last.
pub(in super::super) fn explain(position: &AbalonePosition) -> Vec<Fact> {
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
