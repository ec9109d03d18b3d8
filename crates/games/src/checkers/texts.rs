//! Checkers in words: its rules, and facts about a position. Below are the notation and the
//! picture.

mod fen;
mod notation;
mod other_kinds;
mod picture;

use super::position::CheckersPosition;
use sarsen_core::game::{Fact, Player};

pub(crate) use fen::mended_position;
pub(super) use notation::{way, way_of};
pub(crate) use other_kinds::other_kind;
pub(super) use picture::draw;

/// The rules, in words.
pub(super) const RULES: &str = "\
Two players move pieces on the 32 dark squares of a board of 8 by 8. Each has 12 men. Black has \
squares 1 to 12 and moves first, white has 21 to 32.

A man moves one square diagonally forward to an empty square. A king moves one square diagonally in \
any direction.

A piece captures a piece of the opponent on a neighbouring square by jumping over it to the empty \
square behind. A man jumps forward only, a king in any direction. If the piece can jump again from \
where it lands, it must. All these jumps are one move. The captured pieces leave the board at the \
end of the move.

If you can capture, you must. If there are several captures, you may choose any of them.

A man that reaches the far row becomes a king, and the move ends there.

You win if the opponent cannot move, with or without pieces. The game is drawn when a position \
comes for the third time with the same player to move. It is also drawn after 40 moves of each side \
without a capture and without a move of a man.

A move is its squares: 9-14 for a step, 22x15x6 for a capture with two jumps. The square between may \
be left out if there is only one way.

On the board, point at the piece and then at the square where its move ends. If two captures end \
there, or one ends where it began, point at every square on the way.";

/// The pieces of both sides, whether a capture is due, and when the game will be drawn.
pub(super) fn explain(position: &CheckersPosition) -> Vec<Fact> {
    let number = |name, count: u32, about| Fact::new(name, &count.to_string()).about(about);
    let (men_b, kings_b) = position.count(Player::First);
    let (men_w, kings_w) = position.count(Player::Second);
    let capture = if position.must_capture() { "due" } else { "none" };
    let left = position.path.plies_left().unwrap_or_default() as u32;
    vec![
        number("men-b", men_b, "The men of black (b)."),
        number("kings-b", kings_b, "The kings of black (B)."),
        number("men-w", men_w, "The men of white (w)."),
        number("kings-w", kings_w, "The kings of white (W)."),
        Fact::new("capture", capture).about("Whether the player to move must capture."),
        number(
            "draw-in",
            left,
            "The moves of both sides together after which the game is drawn, if no man moves and \
             nothing is captured.",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::Checkers;
    use sarsen_core::game::{Game, Position, Written};

    #[test]
    fn pieces_and_the_coming_draw_are_counted() {
        let texts = |position: &CheckersPosition| -> Vec<String> {
            explain(position).into_iter().map(|fact| fact.text).collect()
        };
        let mut position = Checkers.start().parse("B:W18,K32:BK1,5").unwrap();
        assert_eq!(texts(&position), ["1", "1", "1", "1", "none", "80"]);
        for (m, left) in [("1-6", "79"), ("32-28", "78"), ("5-9", "80")] {
            position.make(position.parse_move(m).unwrap());
            assert_eq!(texts(&position)[5], left, "{m}");
        }
        position.make(position.parse_move("18-14").unwrap());
        assert_eq!(texts(&position)[4], "due");
    }
}
