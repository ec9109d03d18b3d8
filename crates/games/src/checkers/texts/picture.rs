//! The board of checkers drawn in ASCII.

use super::super::moves::CheckersMove;
use super::super::position::CheckersPosition;
use super::super::squares::place;
use sarsen_core::game::{Drawing, Ink, Player, Stress, View};

/// The letter of a piece: small for a man, capital for a king.
const fn letter(player: Player, is_king: bool) -> &'static str {
    match (player, is_king) {
        (Player::First, false) => "b",
        (Player::First, true) => "B",
        (Player::Second, false) => "w",
        (Player::Second, true) => "W",
    }
}

/// Draws the dark squares, row by row, with black's side on top. Each has its number. A turned
/// board has white's side on top.
pub(in super::super) fn draw(position: &CheckersPosition, view: View<CheckersMove>) -> Drawing {
    let mut drawing = Drawing::default();
    let ends = view.last.map(|m| [m.from(), m.to()]);
    for row in 0..8 {
        let mut numbers: Vec<u32> = (4 * row + 1..=4 * row + 4).collect();
        let mut is_shifted = row % 2 == 0;
        if view.turned {
            numbers = numbers.into_iter().map(|number| 33 - number).collect();
            is_shifted = row % 2 == 0;
        }
        drawing.write(" ");
        for (at, &number) in numbers.iter().enumerate() {
            let place = place(number);
            // Light squares are blank.
            if is_shifted || at > 0 {
                drawing.write("   ");
            }
            let stress = match ends {
                Some([_, to]) if to == place => Stress::Last,
                _ => Stress::None,
            };
            match position.pieces.owner(place) {
                Some(player) => {
                    let is_king = position.pieces.kings >> place & 1 != 0;
                    drawing.add(letter(player, is_king), Ink::Of(player), stress);
                }
                None => drawing.add(".", Ink::Faint, Stress::None),
            }
            drawing.add(&format!("{number:>2}"), Ink::Faint, Stress::None);
        }
        if row < 7 {
            drawing.write("\n");
        }
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checkers::Checkers;
    use sarsen_core::game::{Game, Position, Presentation, Written};

    #[test]
    fn either_side_can_be_looked_at() {
        let mut position = Checkers.start().parse("B:W18,K32:BK1,5").unwrap();
        let m = position.parse_move("1-6").unwrap();
        position.make(m);
        let view = View { turned: false, last: Some(m) };
        let drawing = Checkers.draw(&position, view);
        let text = drawing.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "    . 1   . 2   . 3   . 4");
        assert_eq!(lines[1], " b 5   B 6   . 7   . 8");
        assert_eq!(lines[4], "    .17   w18   .19   .20");
        assert_eq!(lines[7], " .29   .30   .31   W32");
        let last: Vec<_> =
            drawing.spans().iter().filter(|span| span.stress == Stress::Last).collect();
        assert_eq!((last.len(), &*last[0].text), (1, "B"));
        let turned = Checkers.draw(&position, View { turned: true, last: None }).to_string();
        assert!(turned.starts_with("    W32   .31   .30   .29\n .28 "), "{turned}");
    }
}
