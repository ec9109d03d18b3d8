//! Where a game is: the board, the variables, who acts, and where in the rules.

use super::code::Code;
use super::op::Address;
use crate::language::expression::Side;
use sarsen_core::game::mix64;

/// Where a game is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The piece at each place.
    pub(crate) board: Vec<u8>,
    /// For each piece, a bit for each place.
    pub(crate) bits: Vec<u64>,
    pub(crate) variables: Vec<u32>,
    /// Where the rules go on.
    pub(crate) at: Address,
    pub(crate) place: u16,
    pub(crate) side: Side,
    pub(crate) is_over: bool,
}

impl State {
    /// The position before the first move, with this board.
    pub(crate) fn new(code: &Code, board: &[u8]) -> Self {
        let mut bits = vec![0; code.pieces * code.words];
        for (place, &piece) in board.iter().enumerate() {
            bits[usize::from(piece) * code.words + place / 64] |= 1 << (place % 64);
        }
        Self {
            board: board.to_vec(),
            bits,
            variables: vec![0; code.variables],
            at: 0,
            place: 0,
            side: Side::Keeper,
            is_over: false,
        }
    }

    /// The piece at each place.
    #[must_use]
    pub fn board(&self) -> &[u8] {
        &self.board
    }

    /// The values of the variables. The scores come first.
    #[must_use]
    pub fn variables(&self) -> &[u32] {
        &self.variables
    }

    /// Who acts.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Whether the rules have ended the game. It also ends where the player who acts has no move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Where the rules are on the board. 0 if it does not matter.
    #[must_use]
    pub fn place(&self) -> u16 {
        self.place
    }

    /// Where in the rules the game is.
    #[must_use]
    pub fn at(&self) -> Address {
        self.at
    }

    /// Makes it a copy of another state of the same game, without taking memory.
    #[inline]
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.board.copy_from_slice(&other.board);
        self.bits.copy_from_slice(&other.bits);
        self.variables.copy_from_slice(&other.variables);
        (self.at, self.place, self.side) = (other.at, other.place, other.side);
        self.is_over = other.is_over;
    }

    /// Puts a piece. Returns the one that was there.
    #[inline(always)]
    pub(super) fn put(&mut self, words: usize, place: usize, piece: u8) -> u8 {
        let old = std::mem::replace(&mut self.board[place], piece);
        let bit = 1 << (place % 64);
        self.bits[usize::from(old) * words + place / 64] ^= bit;
        self.bits[usize::from(piece) * words + place / 64] ^= bit;
        old
    }

    /// The number of pieces of a kind.
    pub(super) fn count(&self, words: usize, piece: u8) -> i64 {
        let bits = &self.bits[usize::from(piece) * words..][..words];
        bits.iter().map(|word| i64::from(word.count_ones())).sum()
    }

    /// A hash of the whole state, computed anew.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let board = self.board.iter().enumerate().map(|(place, &piece)| piece_key(place, piece));
        let values = self.variables.iter().enumerate();
        let variables = values.map(|(variable, &value)| variable_key(variable, value));
        board.chain(variables).fold(self.turn_key(), |sum, key| sum ^ key)
    }

    /// What the hash has of the turn.
    pub(crate) fn turn_key(&self) -> u64 {
        let over = u64::from(self.is_over);
        mix64(0x7475_726e << 32 ^ u64::from(self.at) << 17 ^ u64::from(self.place) << 1 ^ over)
    }
}

/// What a hash has of a piece at a place.
#[inline]
pub(super) fn piece_key(place: usize, piece: u8) -> u64 {
    mix64(0x7069_6563 << 32 | (place as u64) << 8 | u64::from(piece))
}

/// What a hash has of the value of a variable.
#[inline]
pub(crate) fn variable_key(variable: usize, value: u32) -> u64 {
    mix64((variable as u64 + 1) << 40 ^ u64::from(value))
}

/// A change that can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    Piece { place: u16, old: u8, new: u8 },
    Variable { variable: u16, old: u32, new: u32 },
}

impl Change {
    #[inline(always)]
    pub(crate) fn undo(self, state: &mut State, words: usize) {
        match self {
            Self::Piece { place, old, .. } => _ = state.put(words, usize::from(place), old),
            Self::Variable { variable, old, .. } => state.variables[usize::from(variable)] = old,
        }
    }

    /// What it changes in the hash.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        match self {
            Self::Piece { place, old, new } => {
                piece_key(usize::from(place), old) ^ piece_key(usize::from(place), new)
            }
            Self::Variable { variable, old, new } => {
                variable_key(usize::from(variable), old) ^ variable_key(usize::from(variable), new)
            }
        }
    }
}
