//! The Zobrist keys of a position, for all of its six images at once.

use super::board::{CELL_IMAGE, CELLS, LINE_COUNT, LINE_IMAGE, SYMMETRIES};
use sarsen_core::game::split_mix;

/// The keys of the images of a position under all symmetries.
pub(super) type Keys = [u64; SYMMETRIES];

const PIECE_KEYS: usize = CELLS * 6 * 2;
const TIE_KEYS: usize = LINE_COUNT * 2;

/// The keys of the empty board. All its images are the same, and so are their keys.
pub(super) const EMPTY: Keys = [NUMBERS[PIECE_KEYS + TIE_KEYS]; SYMMETRIES];

/// The keys that [`piece`] looks up.
static PIECES: [Keys; PIECE_KEYS] = {
    let mut keys = [[0; SYMMETRIES]; PIECE_KEYS];
    let mut i = 0;
    while i < PIECE_KEYS {
        let (cell, rest) = (i / 12, i % 12);
        let mut symmetry = 0;
        while symmetry < SYMMETRIES {
            keys[i][symmetry] = NUMBERS[CELL_IMAGE[symmetry][cell] as usize * 12 + rest];
            symmetry += 1;
        }
        i += 1;
    }
    keys
};

/// The keys that [`tie`] looks up.
static TIES: [Keys; TIE_KEYS] = {
    let mut keys = [[0; SYMMETRIES]; TIE_KEYS];
    let mut i = 0;
    while i < TIE_KEYS {
        let (line, owner) = (i / 2, i % 2);
        let mut symmetry = 0;
        while symmetry < SYMMETRIES {
            let image = LINE_IMAGE[symmetry][line] as usize;
            keys[i][symmetry] = NUMBERS[PIECE_KEYS + image * 2 + owner];
            symmetry += 1;
        }
        i += 1;
    }
    keys
};

/// The keys of a piece on a cell, by the code of the move and the index of the player. The side to
/// move needs no key, because it follows from the number of pieces.
#[inline]
pub(super) fn piece(code: usize, player: usize) -> &'static Keys {
    &PIECES[code * 2 + player]
}

/// The keys of a player who owns a full line with equal totals. Other owners follow from the
/// pieces.
pub(super) fn tie(line: usize, player: usize) -> &'static Keys {
    &TIES[line * 2 + player]
}

/// Adds `by` to the keys, or takes it away again.
#[inline]
pub(super) fn toggle(keys: &mut Keys, by: &Keys) {
    for (key, by) in keys.iter_mut().zip(by) {
        *key ^= by;
    }
}

/// Random numbers.
const NUMBERS: [u64; PIECE_KEYS + TIE_KEYS + 1] = {
    let mut numbers = [0; PIECE_KEYS + TIE_KEYS + 1];
    let mut state: u64 = 0x0053_746f_6e65_6865;
    let mut i = 0;
    while i < numbers.len() {
        numbers[i] = split_mix(&mut state);
        i += 1;
    }
    numbers
};
