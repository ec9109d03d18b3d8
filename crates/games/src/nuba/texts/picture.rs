//! The board of Nuba drawn in ASCII.

use super::super::moves::{Deed, Move, target};
use super::super::position::NubaPosition;
use super::notation::{letter, list, owned};
use sarsen_core::game::{Drawing, Ink, Player, Stress, View};

/// Draws the pieces with the letters of the columns and the numbers of the rows, then the place of
/// honour, or the hands while pieces are put on the board. A turned board has row 1 on top.
pub(in super::super) fn draw(position: &NubaPosition, view: View<Move>) -> Drawing {
    let mut order: Vec<u8> = (0..6).rev().flat_map(|row| 5 * row..5 * row + 5).collect();
    if view.turned {
        order.reverse();
    }
    let last = view.last.and_then(|m| last_square(position, m));
    let mut drawing = Drawing::default();
    drawing.write("  ");
    for square in &order[..5] {
        drawing.write(&format!("  {}", char::from(b'a' + square % 5)));
    }
    for row in order.chunks(5) {
        drawing.write(&format!("\n{} ", row[0] / 5 + 1));
        for &square in row {
            drawing.write(" ");
            let stress = if last == Some(square) { Stress::Last } else { Stress::None };
            match position.piece_at(square) {
                Some((player, piece)) => {
                    drawing.add(&owned(player, piece), Ink::Of(player), stress);
                }
                None => drawing.add(" .", Ink::Faint, Stress::None),
            }
        }
    }
    drawing.write("\n\n");
    if position.is_setup() {
        for player in [Player::First, Player::Second] {
            let (name, hand) = (letter(player), list(position.hand(player)));
            drawing.write(&format!("{name} holds {hand}\n"));
        }
    } else {
        honour(position, view.last, &mut drawing);
    }
    drawing
}

/// Writes who holds the place of honour.
fn honour(position: &NubaPosition, last: Option<Move>, drawing: &mut Drawing) {
    let winner = position.winner();
    drawing.write("place of honour: ");
    match position.holder() {
        Some((player, piece)) => {
            let stress = match winner {
                Some(_) => Stress::Won,
                None if has_taken(position, last) => Stress::Last,
                None => Stress::None,
            };
            drawing.add(&owned(player, piece), Ink::Of(player), stress);
        }
        None => drawing.add("empty", Ink::Faint, Stress::None),
    }
}

/// The square on which the piece stands that has moved last.
pub(super) fn last_square(position: &NubaPosition, last: Move) -> Option<u8> {
    let mover = position.to_move().other();
    let square = match last.deed() {
        Deed::Put { to, .. } => Some(to),
        Deed::Step { from, aside, .. } => target(mover, from, aside),
        Deed::Pass => None,
    };
    square.filter(|&square| position.piece_at(square).is_some())
}

/// Whether the last move has brought the piece to the place of honour.
pub(super) fn has_taken(position: &NubaPosition, last: Option<Move>) -> bool {
    let mover = position.to_move().other();
    let Some(Deed::Step { piece, .. }) = last.map(Move::deed) else { return false };
    position.holder() == Some((mover, piece))
}
