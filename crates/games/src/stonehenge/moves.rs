//! Moves of Stonehenge.

use super::board::CELLS;

/// A move: a piece put on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub(super) u8);

impl Move {
    /// A piece of value 1 to 6 put on a cell counted from 0.
    ///
    /// # Panics
    ///
    /// If there is no such cell or piece.
    #[must_use]
    pub const fn new(cell: usize, piece: u8) -> Self {
        assert!(cell < CELLS && piece >= 1 && piece <= 6, "no such cell or piece");
        Self(cell as u8 * 6 + piece - 1)
    }

    /// The cell, counted from 0.
    #[inline]
    #[must_use]
    pub const fn cell(self) -> usize {
        self.0 as usize / 6
    }

    /// The value of the piece, 1 to 6.
    #[inline]
    #[must_use]
    pub const fn piece(self) -> u8 {
        self.0 % 6 + 1
    }
}
