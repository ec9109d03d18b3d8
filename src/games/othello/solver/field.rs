//! The board that a solution is about: its squares, corners and regions.

use super::discs::Discs;

/// The quarters of a board, as regions of empty squares.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

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
        if board == u64::MAX {
            let corners = 0x8100_0000_0000_0081;
            Self { board, corners, inner: 0x007e_7e7e_7e7e_7e00, border: 0 }
        } else {
            let corners = 0x0042_0000_0000_4200;
            Self { board, corners, inner: 0x0000_3c3c_3c3c_0000, border: 1 }
        }
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

    /// The difference of discs for the player to move if the game is over. Empty squares count for
    /// the winner.
    #[inline(always)]
    pub(super) const fn difference(&self, Discs { own, other }: Discs) -> i32 {
        let [own, other] = [own.count_ones() as i32, other.count_ones() as i32];
        let lead = own - other;
        lead + lead.signum() * (self.size() - own - other)
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

/// The squares that touch these, the squares themselves included.
#[inline(always)]
pub(super) const fn around(squares: u64) -> u64 {
    let first = 0x0101_0101_0101_0101;
    let row = squares | (squares & !(first << 7)) << 1 | (squares & !first) >> 1;
    row | row << 8 | row >> 8
}
