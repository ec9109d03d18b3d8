//! How tables read a place: all that is known of it, or less.

use super::alphabet::{Alphabet, CODES};
use super::board_facts::BoardSlot;
use sarsen_core::game::board::PlaceCode;

/// How tables read each slot. Codes that are joined are read as the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    /// For each slot, the number of digits that are told apart.
    bases: Vec<usize>,
    /// For each slot and digit, what it is read as.
    reads: Vec<u8>,
}

/// Ways to join codes, from none to all of empty places: it is not read to whom a place is open, or
/// only whether it is to the player to act.
const WAYS: [fn(PlaceCode) -> PlaceCode; 3] = [
    |code| code,
    |code| match code {
        PlaceCode::OPEN_TO_OTHER => PlaceCode::EMPTY,
        PlaceCode::OPEN_TO_BOTH => PlaceCode::OPEN,
        code => code,
    },
    PlaceCode::closed,
];

impl Reading {
    /// All ways to read a board, the most exact first. Some may be the same.
    pub(super) fn all(alphabet: &Alphabet) -> [Self; 3] {
        WAYS.map(|join| Self::joining(alphabet, join))
    }

    fn joining(alphabet: &Alphabet, join: fn(PlaceCode) -> PlaceCode) -> Self {
        let slots = alphabet.slots();
        let (mut bases, mut reads) = (Vec::with_capacity(slots), vec![0; slots * CODES]);
        for (slot, reads) in reads.chunks_exact_mut(CODES).enumerate() {
            let codes = alphabet.letters(slot as BoardSlot);
            let mut joined: Vec<PlaceCode> = codes.iter().map(|&code| join(code)).collect();
            joined.sort_unstable();
            joined.dedup();
            for (read, &code) in reads.iter_mut().zip(codes) {
                *read = joined.binary_search(&join(code)).unwrap_or(0) as u8;
            }
            bases.push(joined.len());
        }
        Self { bases, reads }
    }

    /// The number of digits that are told apart at a slot.
    pub(super) fn base(&self, slot: BoardSlot) -> usize {
        self.bases[usize::from(slot)]
    }

    /// What a digit is read as.
    #[inline]
    pub(super) fn of(&self, slot: BoardSlot, digit: usize) -> usize {
        self.reads[usize::from(slot) * CODES + digit].into()
    }

    /// The least digit that is read as this.
    pub(super) fn digit(&self, slot: BoardSlot, read: usize) -> usize {
        (0..CODES).find(|&digit| self.of(slot, digit) == read).unwrap_or(0)
    }
}
