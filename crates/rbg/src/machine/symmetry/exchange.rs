//! An exchange: what becomes of places, pieces, variables and players.

use crate::language::expression::{Arithmetic, Comparison, Mover};

/// What becomes of places, pieces, variables and players. Each list is a permutation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Exchange {
    /// The image of each place.
    pub(crate) places: Vec<u16>,
    /// The image of each piece.
    pub(crate) pieces: Vec<u8>,
    /// The image of each variable.
    pub(crate) variables: Vec<u16>,
    /// The image of each player.
    pub(crate) players: Vec<u8>,
}

impl Exchange {
    /// The images of some places, in rising order.
    pub(super) fn set(&self, places: &[u16]) -> Vec<u16> {
        let mut found: Vec<u16> = places.iter().map(|&place| self.place(place)).collect();
        found.sort_unstable();
        found
    }

    /// The image of a place.
    pub(super) fn place(&self, place: u16) -> u16 {
        self.places[usize::from(place)]
    }

    /// A list with something for each place, rearranged.
    pub(super) fn rearranged<T>(&self, of_places: impl Iterator<Item = T>) -> Vec<T> {
        let mut all: Vec<(u16, T)> = self.places.iter().copied().zip(of_places).collect();
        all.sort_by_key(|(place, _)| *place);
        all.into_iter().map(|(_, one)| one).collect()
    }

    /// The images of some pieces, in rising order.
    pub(super) fn pieces(&self, pieces: &[u8]) -> Vec<u8> {
        let mut found: Vec<u8> = pieces.iter().map(|&piece| self.piece(piece)).collect();
        found.sort_unstable();
        found
    }

    /// The image of a piece.
    pub(super) fn piece(&self, piece: u8) -> u8 {
        self.pieces[usize::from(piece)]
    }

    /// The image of a variable.
    pub(crate) fn variable(&self, variable: u16) -> u16 {
        self.variables[usize::from(variable)]
    }

    /// The image of who acts.
    pub(super) fn mover(&self, mover: Mover) -> Mover {
        match mover {
            Mover::Player(player) => Mover::Player(self.players[usize::from(player)]),
            Mover::Keeper => Mover::Keeper,
        }
    }

    /// The image of a number.
    pub(super) fn number(&self, number: &Arithmetic) -> Arithmetic {
        match number {
            Arithmetic::Constant(number) => Arithmetic::Constant(*number),
            Arithmetic::Variable(variable) => Arithmetic::Variable(self.variable(*variable)),
            Arithmetic::Count(piece) => Arithmetic::Count(self.piece(*piece)),
            Arithmetic::Operation(operator, parts) => Arithmetic::Operation(
                *operator,
                parts.iter().map(|part| self.number(part)).collect(),
            ),
        }
    }
}

/// A comparison, written in one of the two ways in which it can be written.
pub(super) fn one_way(
    left: Arithmetic,
    comparison: Comparison,
    right: Arithmetic,
) -> (Arithmetic, Comparison, Arithmetic) {
    match comparison {
        Comparison::Greater => (right, Comparison::Less, left),
        Comparison::AtLeast => (right, Comparison::AtMost, left),
        Comparison::Equal | Comparison::NotEqual if right < left => (right, comparison, left),
        _ => (left, comparison, right),
    }
}
