//! The board of EinStein drawn in ASCII.

use super::super::moves::{EinsteinMove, StoneDeed};
use super::super::position::EinsteinPosition;
use super::super::squares::{SIDE, SQUARES, ahead};
use super::names::stone_letter;
use sarsen_core::game::{Drawing, Ink, Stress, View};

/// Draws the stones with the letters of the columns and the numbers of the rows, then the die. A
/// turned board has row 1 on top.
pub(in super::super) fn draw(position: &EinsteinPosition, view: View<EinsteinMove>) -> Drawing {
    let mut order: Vec<u8> = (0..SQUARES as u8).collect();
    if view.turned {
        order.reverse();
    }
    let side = SIDE as u8;
    let winner = position.winner();
    let last = view.last.and_then(|m| last_square(position, m));
    let mut drawing = Drawing::default();
    drawing.write(" ");
    for square in &order[..SIDE] {
        drawing.write(&format!(" {}", char::from(b'a' + square % side)));
    }
    for row in order.chunks(SIDE) {
        drawing.write(&format!("\n{}", side - row[0] / side));
        for &square in row {
            drawing.write(" ");
            let Some((player, number)) = position.stone_at(square) else {
                drawing.add(".", Ink::Faint, Stress::None);
                continue;
            };
            let stress = match last == Some(square) {
                true if winner == Some(player) => Stress::Won,
                true => Stress::Last,
                false => Stress::None,
            };
            let letter = stone_letter(player, number).to_string();
            drawing.add(&letter, Ink::Of(player), stress);
        }
    }
    if winner.is_some() {
        return drawing;
    }
    drawing.write("\n\n");
    if position.is_setup() {
        let stone = stone_letter(position.to_move(), position.next_stone() + 1);
        drawing.write("stone ");
        drawing.add(&stone.to_string(), Ink::Of(position.to_move()), Stress::None);
        drawing.write(" is next");
    } else {
        drawing.write("die: ");
        match position.die() {
            Some(number) => {
                let is_last = view.last.is_some_and(|m| matches!(m.deed(), StoneDeed::Throw(_)));
                let stress = if is_last { Stress::Last } else { Stress::None };
                drawing.add(&number.to_string(), Ink::Of(position.to_move()), stress);
            }
            None => drawing.add("not thrown yet", Ink::Faint, Stress::None),
        }
    }
    drawing
}

/// The square of the stone that was put or moved last.
pub(super) fn last_square(position: &EinsteinPosition, last: EinsteinMove) -> Option<u8> {
    let square = match last.deed() {
        StoneDeed::Put { to, .. } => to,
        StoneDeed::Step { from, direction } => ahead(position.to_move().other(), from, direction),
        StoneDeed::Throw(_) => return None,
    };
    (usize::from(square) < SQUARES).then_some(square)
}
