//! What is counted beside the shapes. Each number of a count has a weight of its own.

use std::ops::Range;

use super::super::regions::{QUARTERS, around};

/// The names of the counts, in the order of their tables.
const NAMES: [&str; 6] = ["moves", "replies", "room", "their-room", "discs", "parity"];

/// The numbers of squares that are told apart: this one stands for all greater ones.
const MOST: u32 = 31;

/// Where the table of each count begins. The last number is the size of all.
const FIRST: [usize; NAMES.len() + 1] = [0, 32, 64, 96, 128, 193, 198];

/// The entries of all counts.
pub(super) const COUNTS: usize = FIRST[NAMES.len()];

/// The counts, and where the table of each is.
pub(super) fn ranges() -> impl Iterator<Item = (&'static str, Range<usize>)> {
    NAMES.into_iter().zip(FIRST.windows(2)).map(|(name, ends)| (name, ends[0]..ends[1]))
}

/// What is counted.
pub(super) struct Counted {
    pub(super) own: u64,
    pub(super) other: u64,
    /// The moves of the player to act.
    pub(super) moves: u64,
    /// The moves that the opponent would have.
    pub(super) replies: u64,
}

impl Counted {
    /// Calls `take` with the index of each number among those of all counts.
    #[inline(always)]
    pub(super) fn each(&self, mut take: impl FnMut(usize)) {
        let empty = !(self.own | self.other);
        let capped = |squares: u64| squares.count_ones().min(MOST) as usize;
        take(FIRST[0] + capped(self.moves));
        take(FIRST[1] + capped(self.replies));
        // Empty squares next to the opponent's discs: moves that may come.
        take(FIRST[2] + capped(around(self.other) & empty));
        take(FIRST[3] + capped(around(self.own) & empty));
        // Who has the last move.
        take(FIRST[4] + empty.count_ones() as usize);
        // The quarters of the board with an odd number of empty squares.
        let odd = QUARTERS.map(|quarter| (empty & quarter).count_ones() & 1);
        take(FIRST[5] + odd.iter().sum::<u32>() as usize);
    }
}
