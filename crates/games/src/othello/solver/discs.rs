//! A position as the solver sees it: the discs of the player to move, and the others.

use super::super::discs;

/// The discs of the player to move, and those of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Discs {
    pub(super) own: u64,
    pub(super) other: u64,
}

impl Discs {
    /// The discs that a move on a square turns over.
    #[inline(always)]
    pub(super) fn turned(self, square: u32) -> u64 {
        discs::turned(self.own, self.other, square as u8)
    }

    /// The squares where the player to move can put a disc.
    #[inline(always)]
    pub(super) fn moves(self, empty: u64) -> u64 {
        discs::moves(self.own, self.other, empty)
    }

    /// The position after a move on a square that turns these discs over.
    #[inline(always)]
    pub(super) fn after(self, square: u32, turned: u64) -> Self {
        Self { own: self.other ^ turned, other: self.own | turned | 1 << square }
    }

    /// The position after a pass.
    #[inline(always)]
    pub(super) fn passed(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// A number that stands for the position in the store.
    #[inline(always)]
    pub(super) fn hash(self) -> u64 {
        let mut hash = self.own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
        hash = hash.wrapping_add(self.other).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash ^= hash >> 29;
        hash = hash.wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^ hash >> 32
    }
}
