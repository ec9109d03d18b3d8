//! Where a game is: the board, the variables, who acts, and where in the rules.

use super::code::Code;
use super::op::Address;
use crate::language::expression::Mover;
use sarsen_core::game::mix64;

/// What stands beyond the last place: no piece.
const NO_PIECE: u8 = u8::MAX;

/// Where a game is.
#[derive(Clone, Eq, Debug)]
pub struct State {
    /// The piece at each place, at least one more that is none, and the variables.
    memory: Vec<u64>,
    /// The number of places.
    places: u32,
    /// Where the variables begin in memory, if it is seen as numbers of their size.
    first_variable: u32,
    /// The number of variables.
    variables: u32,
    /// Where the rules go on.
    pub(crate) at: Address,
    pub(crate) place: u16,
    pub(crate) side: Mover,
    pub(crate) is_over: bool,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.memory == other.memory
            && (self.at, self.place, self.side) == (other.at, other.place, other.side)
            && self.is_over == other.is_over
    }
}

/// The number of bytes that the board takes in memory: whole blocks of 16, with room for a place
/// beyond the last one.
pub(super) fn board_bytes(places: usize) -> usize {
    (places + 1).next_multiple_of(16)
}

impl State {
    /// The position before the first move, with this board.
    pub(crate) fn new(code: &Code, board: &[u8]) -> Self {
        let bytes = board_bytes(code.places);
        let mut state = Self {
            memory: vec![0; Self::memory_size(code)],
            places: code.places as u32,
            first_variable: (bytes / 4) as u32,
            variables: code.variables as u32,
            at: 0,
            place: 0,
            side: Mover::Keeper,
            is_over: false,
        };
        let cells = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut state.memory)[..bytes];
        cells.fill(NO_PIECE);
        cells[..code.places].copy_from_slice(board);
        state
    }

    /// The number of words of the board and the variables. Whole words of bits may be read from a
    /// board.
    pub(super) fn memory_size(code: &Code) -> usize {
        let least = board_bytes(code.places) / 8 + code.variables.div_ceil(2);
        least.max(code.words * 8)
    }

    /// The piece at each place.
    #[must_use]
    #[inline(always)]
    pub fn board(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.memory)[..self.places as usize]
    }

    /// The values of the variables. The scores come first.
    #[must_use]
    #[inline(always)]
    pub fn variables(&self) -> &[u32] {
        let numbers = bytemuck::cast_slice(&self.memory);
        &numbers[self.first_variable as usize..][..self.variables as usize]
    }

    /// The variables, to be changed.
    #[inline(always)]
    pub(crate) fn variables_mut(&mut self) -> &mut [u32] {
        let numbers = bytemuck::cast_slice_mut(&mut self.memory);
        &mut numbers[self.first_variable as usize..][..self.variables as usize]
    }

    /// The board, with the cells beyond it.
    #[inline(always)]
    pub(super) fn cells(&self) -> &[u8] {
        bytemuck::cast_slice(&self.memory[..self.first_variable as usize / 2])
    }

    /// The board and the variables as they stand in memory.
    #[inline(always)]
    pub(crate) fn memory(&self) -> &[u64] {
        &self.memory
    }

    /// The same, to be changed.
    #[inline(always)]
    pub(crate) fn memory_mut(&mut self) -> &mut [u64] {
        &mut self.memory
    }

    /// Who acts.
    #[must_use]
    pub fn side(&self) -> Mover {
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
        self.memory.copy_from_slice(&other.memory);
        (self.at, self.place, self.side) = (other.at, other.place, other.side);
        self.is_over = other.is_over;
    }

    /// Puts a piece. Returns the one that was there.
    #[inline(always)]
    pub(super) fn put(&mut self, place: usize, piece: u8) -> u8 {
        let board = bytemuck::cast_slice_mut::<u64, u8>(&mut self.memory);
        std::mem::replace(&mut board[place], piece)
    }

    /// The board, with the cells beyond it, and the variables, to be changed.
    #[inline(always)]
    pub(super) fn parts_mut(&mut self) -> (&mut [u8], &mut [u32]) {
        let (cells, variables) = self.memory.split_at_mut(self.first_variable as usize / 2);
        let variables = bytemuck::cast_slice_mut(variables);
        (bytemuck::cast_slice_mut(cells), &mut variables[..self.variables as usize])
    }

    /// The hash of this state, from that of another state of the same game. It is faster than to
    /// compute it anew, because little has changed.
    #[inline]
    pub(crate) fn hash_from(&self, other: &Self, hash: u64) -> u64 {
        let mut hash = hash ^ other.turn_key() ^ self.turn_key();
        let pieces = self.board().iter().zip(other.board()).enumerate();
        for (place, (&new, &old)) in pieces.filter(|(_, (new, old))| new != old) {
            hash ^= piece_key(place, old) ^ piece_key(place, new);
        }
        let values = self.variables().iter().zip(other.variables()).enumerate();
        for (variable, (&new, &old)) in values.filter(|(_, (new, old))| new != old) {
            hash ^= variable_key(variable, old) ^ variable_key(variable, new);
        }
        hash
    }

    /// A hash of the whole state, computed anew.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let board = self.board().iter().enumerate().map(|(place, &piece)| piece_key(place, piece));
        let values = self.variables().iter().enumerate();
        let variables = values.map(|(variable, &value)| variable_key(variable, value));
        board.chain(variables).fold(self.turn_key(), |sum, key| sum ^ key)
    }

    /// What the hash has of the turn.
    pub(crate) fn turn_key(&self) -> u64 {
        self.turn_key_at(self.at, self.place)
    }

    /// What the hash would have of the turn, were the rules there.
    pub(super) fn turn_key_at(&self, at: Address, place: u16) -> u64 {
        let over = u64::from(self.is_over);
        mix64(0x7475_726e << 32 ^ u64::from(at) << 17 ^ u64::from(place) << 1 ^ over)
    }
}

/// The number of pieces of a kind.
#[inline]
pub(super) fn count(board: &[u8], piece: u8) -> i64 {
    board.iter().filter(|&&other| other == piece).count() as i64
}

/// Which of 64 places have one of these pieces, of those in a mask.
#[inline]
pub(super) fn find(cells: &[u8], pieces: &[u8], mask: u64, word: usize) -> u64 {
    let mut found = 0;
    for (block, cells) in cells[word * 64..].chunks_exact(8).take(8).enumerate() {
        if mask >> (block * 8) & 0xff != 0 {
            let cells = cells.try_into().map_or(0, u64::from_le_bytes);
            let equal = pieces.iter().fold(0, |sum, &piece| sum | equal_bytes(cells, piece));
            found |= high_bits(equal) << (block * 8);
        }
    }
    found & mask
}

/// The highest bit of each byte that is this one. Others of those bits are not set.
#[inline(always)]
fn equal_bytes(bytes: u64, byte: u8) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let differences = bytes ^ u64::from(byte).wrapping_mul(0x0101_0101_0101_0101);
    !(((differences & LOW) + LOW) | differences | LOW)
}

/// The highest bits of the bytes of a word, as one byte.
#[inline(always)]
fn high_bits(word: u64) -> u64 {
    (word >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// What a hash has of a piece at a place.
#[inline]
pub(crate) fn piece_key(place: usize, piece: u8) -> u64 {
    mix64(0x7069_6563 << 32 | (place as u64) << 8 | u64::from(piece))
}

/// What a hash has of the value of a variable.
#[inline]
pub(crate) fn variable_key(variable: usize, value: u32) -> u64 {
    mix64((variable as u64 + 1) << 40 ^ u64::from(value))
}

/// A change that can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StateChange {
    Piece { place: u16, old: u8, new: u8 },
    Variable { variable: u16, old: u32, new: u32 },
}

impl StateChange {
    #[inline(always)]
    pub(super) fn undo(self, state: &mut State) {
        match self {
            Self::Piece { place, old, .. } => _ = state.put(usize::from(place), old),
            Self::Variable { variable, old, .. } => {
                state.variables_mut()[usize::from(variable)] = old
            }
        }
    }
}
