//! The board of Othello drawn in ASCII.

use super::super::position::OthelloPosition;
use super::super::squares::Square;
use super::notation::{letter, name, squares};
use sarsen_core::game::{Drawing, Ink, Player, Stress, View};

/// Draws the discs with the letters of the columns and the numbers of the rows. Squares where the
/// player to move can put a disc are stars. A turned board has its last row first. Below the board
/// are the numbers of the discs.
pub(in super::super) fn draw(position: &OthelloPosition, view: View<Square>) -> Drawing {
    let mut order: Vec<Square> = squares(position.board).collect();
    if view.turned {
        order.reverse();
    }
    let side = order.len().isqrt();
    let names: Vec<String> = order.iter().map(|&square| name(position.board, square)).collect();
    let mut drawing = Drawing::default();
    drawing.write("  ");
    for name in &names[..side] {
        drawing.write(&format!(" {}", &name[..1]));
    }
    for (squares, names) in order.chunks(side).zip(names.chunks(side)) {
        drawing.write("\n ");
        drawing.write(&names[0][1..]);
        for &square in squares {
            drawing.write(" ");
            let stress = if view.last == Some(square) { Stress::Last } else { Stress::None };
            match position.owner(square) {
                Some(player) => drawing.add(&letter(player).to_string(), Ink::Of(player), stress),
                None if position.open & square.bit() != 0 => {
                    drawing.add("*", Ink::Faint, Stress::None);
                }
                None => drawing.add(".", Ink::Faint, Stress::None),
            }
        }
    }
    drawing.write("\n");
    for player in [Player::First, Player::Second] {
        let count = format!("{} {}", letter(player), position.discs(player).count_ones());
        drawing.write("   ");
        drawing.add(&count, Ink::Of(player), Stress::None);
    }
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Othello;
    use sarsen_core::game::{Game, Position, Presentation, Written};

    #[test]
    fn either_side_can_be_looked_at() {
        let game = Othello::SMALL;
        let mut position = game.start();
        let m = position.parse_move("c2").unwrap();
        position.make(m);
        let view = View { turned: false, last: Some(m) };
        let expected = "   a b c d e f\n 1 . . . . . .\n 2 . * X * . .\n 3 . . X X . .\n \
                        4 . * X O . .\n 5 . . . . . .\n 6 . . . . . .\n   X 4   O 1";
        let drawing = game.draw(&position, view);
        assert_eq!(drawing.to_string(), expected);
        let last: Vec<_> =
            drawing.spans().iter().filter(|span| span.stress == Stress::Last).collect();
        assert_eq!((last.len(), &*last[0].text), (1, "X"));
        let turned = game.draw(&position, View { turned: true, last: Some(m) }).to_string();
        assert!(turned.starts_with("   f e d c b a\n 6 . . .") && turned.contains("\n 2 . . * X"));
    }
}
