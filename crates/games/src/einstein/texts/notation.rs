//! The notation of positions and moves.

use super::super::moves::{EinsteinMove, StoneDeed};
use super::super::position::EinsteinPosition;
use super::super::squares::{SQUARES, ahead};
use super::names::{player_letter, square_name, stone_letter};
use super::{move_reader, position_reader};
use sarsen_core::game::{MoveError, TextError, Written};

impl Written for EinsteinPosition {
    fn parse(&self, text: &str) -> Result<Self, TextError> {
        position_reader::read(text)
    }

    fn format(&self) -> String {
        let letter = |square| {
            self.stone_at(square).map_or('.', |(player, number)| stone_letter(player, number))
        };
        let mut text: String = (0..SQUARES as u8).map(letter).collect();
        let die = self.die().map_or('-', |number| char::from(b'0' + number));
        text.extend([' ', player_letter(self.turn), ' ', die]);
        text
    }

    fn parse_move(&self, text: &str) -> Result<EinsteinMove, MoveError> {
        move_reader::read(self, text)
    }

    fn format_move(&self, m: EinsteinMove) -> String {
        match m.deed() {
            StoneDeed::Put { stone, to } => format!("{}@{}", stone + 1, square_name(to)),
            StoneDeed::Step { from, direction } => {
                square_name(from) + &square_name(ahead(self.turn, from, direction))
            }
            StoneDeed::Throw(number) => number.to_string(),
        }
    }
}
