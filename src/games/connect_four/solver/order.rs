//! The order of moves: the points that each property of a move adds. They were chosen by counting
//! nodes.

/// A threat just above a playable cell.
pub(super) const NEAR_THREAT: i32 = 180;
/// A threat two cells above a playable cell.
pub(super) const SECOND_THREAT: i32 = 50;
/// A threat, unless it lies just above a threat of the opponent.
pub(super) const THREAT: i32 = 30;
/// A reply that the opponent has to make.
pub(super) const FORCED_REPLY: i32 = 100;
/// A reply that would lose at once.
pub(super) const LOST_REPLY: i32 = 10;
/// The move that was good in an earlier search of this position.
pub(super) const REMEMBERED: i32 = 50;

/// The limit of the points of the history, times 64.
const MOST_HISTORY: i16 = 256;

/// For each cell, how often a stone there decided, among the times that it was tried. There is one
/// table for each parity of the number of empty cells, and so for each player.
pub(super) struct History([[i16; 128]; 2]);

impl History {
    pub(super) fn new() -> Self {
        Self([[0; 128]; 2])
    }

    /// Points for a cell, from -4 to 4.
    #[inline(always)]
    pub(super) fn points(&self, empty: u32, cell: u32) -> i32 {
        i32::from(self.0[(empty % 2) as usize][cell as usize] >> 6)
    }

    /// Adds points for a move that decided.
    #[inline(always)]
    pub(super) fn reward(&mut self, empty: u32, cell: u32) {
        let points = &mut self.0[(empty % 2) as usize][cell as usize];
        *points += (MOST_HISTORY - *points) / 16;
    }

    /// Takes points for a move that was tried in vain.
    #[inline(always)]
    pub(super) fn penalize(&mut self, empty: u32, cell: u32) {
        let points = &mut self.0[(empty % 2) as usize][cell as usize];
        *points -= (*points + MOST_HISTORY) / 16;
    }
}
