//! Names: players, stones and squares as letters.

use super::super::squares::SIDE;
use sarsen_core::game::Player;

/// The letter of a player.
pub(super) const fn player_letter(player: Player) -> char {
    match player {
        Player::First => '1',
        Player::Second => '2',
    }
}

/// The letter of a stone with a number from 1 to 6: a digit, or a letter for the second player.
pub(super) const fn stone_letter(player: Player, number: u8) -> char {
    match player {
        Player::First => (b'0' + number) as char,
        Player::Second => (b'a' + number - 1) as char,
    }
}

/// The name of a square: a1 is at the lower left.
pub(super) fn square_name(square: u8) -> String {
    let side = SIDE as u8;
    format!("{}{}", char::from(b'a' + square % side), side - square / side)
}
