//! Facts about a position, for people.

use super::super::position::NubaPosition;
use super::notation::{list, owned};
use sarsen_core::game::{Fact, Player};

/// Who holds the place of honour, who can still take it, and which pieces are on the board and in
/// hand.
pub(in super::super) fn explain(position: &NubaPosition) -> Vec<Fact> {
    let [green, red] = [Player::First, Player::Second];
    let holder = position.holder().map_or("-".to_owned(), |(player, piece)| owned(player, piece));
    let pieces = |name, pieces, about| Fact::new(name, &list(pieces)).about(about);
    let able = |player| if position.is_setup() { 0 } else { position.able(player) };
    vec![
        Fact::new("honour", &holder).about("The piece on the place of honour."),
        pieces("able-g", able(green), "The pieces of green that could still take the place."),
        pieces("able-r", able(red), "The pieces of red that could still take the place."),
        pieces("pieces-g", position.pieces(green), "The pieces of green on the board."),
        pieces("pieces-r", position.pieces(red), "The pieces of red on the board."),
        pieces("hand-g", position.hand(green), "The pieces that green still has in hand."),
        pieces("hand-r", position.hand(red), "The pieces that red still has in hand."),
    ]
}
