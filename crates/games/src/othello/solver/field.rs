//! The board that a solution is about: its squares, corners and regions.

use super::super::discs;
use super::super::regions::{QUARTERS, border, corners};
use super::discs::Discs;

/// A board of 8 by 8 or 6 by 6.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// All squares.
    pub(super) board: u64,
    pub(super) corners: u64,
    /// The squares that are not on an edge.
    pub(super) inner: u64,
    /// How many rows and columns of 8 are left out on each side.
    pub(super) border: u32,
}

impl Field {
    /// The field of a board.
    pub(super) const fn new(board: u64) -> Self {
        let border = border(board);
        let inner = if border == 0 { 0x007e_7e7e_7e7e_7e00 } else { 0x0000_3c3c_3c3c_0000 };
        Self { board, corners: corners(board), inner, border }
    }

    /// The number of squares.
    #[inline(always)]
    pub(super) const fn size(&self) -> i32 {
        (8 - 2 * self.border as i32) * (8 - 2 * self.border as i32)
    }

    #[inline(always)]
    pub(super) const fn empty(&self, Discs { own, other }: Discs) -> u64 {
        self.board & !(own | other)
    }

    /// The difference of discs for the player to move if the game is over.
    #[inline(always)]
    pub(super) const fn difference(&self, Discs { own, other }: Discs) -> i32 {
        discs::lead(own, other, self.size())
    }
}

/// The squares of the quarters that have an odd number of empty squares.
#[inline(always)]
pub(super) fn odd_quarters(empty: u64) -> u64 {
    QUARTERS.iter().fold(0, |odd, quarter| {
        let is_odd = u64::from((empty & quarter).count_ones() & 1);
        odd | quarter & is_odd.wrapping_neg()
    })
}
