//! The names of players and cells.

use super::super::cells::{PLACES, cell_at};
use sarsen_core::game::Player;

/// The letter of a player's marbles.
pub(in super::super) const fn letter(player: Player) -> char {
    match player {
        Player::First => 'b',
        Player::Second => 'w',
    }
}

/// The name of a cell: `a1` is the lower left one.
pub(super) fn name(cell: u8) -> String {
    let (row, diagonal) = PLACES[usize::from(cell)];
    format!("{}{}", char::from(b'a' + row), diagonal + 1)
}

/// The cells in a move's text: pairs of a letter and a number.
pub(super) fn cells(text: &str) -> Option<Vec<u8>> {
    let cell = |pair: &[u8]| {
        let [row, diagonal] = *pair else { return None };
        let row = row.to_ascii_lowercase();
        if !(b'a'..=b'i').contains(&row) || !(b'1'..=b'9').contains(&diagonal) {
            return None;
        }
        cell_at((row - b'a') as i8, (diagonal - b'1') as i8)
    };
    text.as_bytes().chunks(2).map(cell).collect()
}
