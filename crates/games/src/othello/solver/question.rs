//! The question about a position: is the final difference more than a limit?
//!
//! Limits are odd and differences even. An answer is a bound: if it is more than the limit, the
//! difference is at least the answer, and if it is less, the difference is at most the answer.

use super::discs::Discs;

/// Less than every difference.
pub(super) const NOTHING: i32 = -99;

/// The question about a position. Its limit is for the player to move.
///
/// The discs of the two players are not side by side. If they were, they would be written one by
/// one, and soon after be read as one vector. A processor has to wait for that.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Question {
    own: u64,
    pub(super) limit: i32,
    /// The number of empty squares.
    pub(super) left: u32,
    other: u64,
    /// Whether the move before was a pass.
    pub(super) has_passed: bool,
}

impl Question {
    /// The question whether the player to move is ahead by more than the limit in the end.
    #[inline(always)]
    pub(super) fn new(Discs { own, other }: Discs, limit: i32, left: u32) -> Self {
        Self { own, limit, left, other, has_passed: false }
    }

    /// The position.
    #[inline(always)]
    pub(super) fn discs(self) -> Discs {
        Discs { own: self.own, other: self.other }
    }

    /// The same question for the opponent after a move.
    #[inline(always)]
    pub(super) fn after(self, square: u32, turned: u64) -> Self {
        Self::new(self.discs().after(square, turned), -self.limit, self.left - 1)
    }

    /// The same question for the opponent after a pass.
    #[inline(always)]
    pub(super) fn after_pass(self) -> Self {
        Self { has_passed: true, ..Self::new(self.discs().passed(), -self.limit, self.left) }
    }
}
