//! Facts about a position, for people.

use super::super::position::CheckersPosition;
use sarsen_core::game::{Fact, Player};

/// The pieces of both sides, whether a capture is due, and when the game will be drawn.
pub(in super::super) fn explain(position: &CheckersPosition) -> Vec<Fact> {
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
