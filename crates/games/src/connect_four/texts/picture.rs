//! The board of Connect Four drawn in ASCII.

use super::super::board::{Board, Drop};
use super::super::word::BoardWord;
use sarsen_core::game::{Drawing, Ink, Player, Stress, View};

/// Draws the stones and the numbers of the columns. The stones of a four are capital letters. A
/// turned board has its last column first, as the opponent would see it.
pub(in super::super) fn draw<W: BoardWord>(board: &Board<W>, view: View<Drop>) -> Drawing {
    let geometry = board.geometry();
    let columns: Vec<u8> = match view.turned {
        false => (0..geometry.width()).collect(),
        true => (0..geometry.width()).rev().collect(),
    };
    let won = board.stones.map(|stones| geometry.fours(stones));
    let last = view.last.map(|Drop(bit)| W::ONE << u32::from(bit));
    let mut drawing = Drawing::default();
    for row in (0..geometry.height()).rev() {
        for &column in &columns {
            drawing.write("  ");
            let Some(player) = board.stone_at(column, row) else {
                drawing.add(".", Ink::Faint, Stress::None);
                continue;
            };
            let cell = geometry.bit(column, row);
            let letter = letter(player);
            if !(won[player.index()] & cell).is_zero() {
                drawing.add(&letter.to_uppercase(), Ink::Of(player), Stress::Won);
            } else {
                let stress = if last == Some(cell) { Stress::Last } else { Stress::None };
                drawing.add(letter, Ink::Of(player), stress);
            }
        }
        drawing.write("\n");
    }
    for column in columns {
        drawing.write(&format!("{:3}", column + 1));
    }
    drawing
}

const fn letter(player: Player) -> &'static str {
    match player {
        Player::First => "x",
        Player::Second => "o",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect_four::Small;
    use sarsen_core::game::{Game as _, Position as _, Presentation, Written};

    fn drawn(moves: &str, turned: bool) -> Drawing {
        let game = Small::new(5, 4).unwrap();
        let mut board = game.start();
        let mut last = None;
        for text in moves.split(' ') {
            let m = board.parse_move(text).unwrap();
            board.make(m);
            last = Some(m);
        }
        game.draw(&board, View { turned, last })
    }

    #[test]
    fn either_side_can_be_looked_at() {
        let usual =
            "  .  .  .  .  .\n  .  .  .  .  .\n  x  .  .  .  .\n  x  o  .  .  .\n  1  2  3  4  5";
        assert_eq!(drawn("1 2 1", false).to_string(), usual);
        let turned =
            "  .  .  .  .  .\n  .  .  .  .  .\n  .  .  .  .  x\n  .  .  .  o  x\n  5  4  3  2  1";
        assert_eq!(drawn("1 2 1", true).to_string(), turned);
    }

    #[test]
    fn the_last_stone_and_the_four_stand_out() {
        let stressed = |drawing: &Drawing| -> Vec<(String, Stress)> {
            let spans = drawing.spans().iter().filter(|span| span.stress != Stress::None);
            spans.map(|span| (span.text.clone(), span.stress)).collect()
        };
        assert_eq!(stressed(&drawn("1 2 1", false)), [("x".to_owned(), Stress::Last)]);
        let won = drawn("1 1 2 2 3 3 4", false);
        assert_eq!(stressed(&won), vec![("X".to_owned(), Stress::Won); 4]);
        assert!(won.to_string().ends_with("  o  o  o  .  .\n  X  X  X  X  .\n  1  2  3  4  5"));
    }
}
