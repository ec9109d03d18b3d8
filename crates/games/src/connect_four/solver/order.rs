//! The order of moves: the points that each property of a move adds. They were found by climbing:
//! changes that save nodes in several sets of positions stay.

/// The points for the threats that a move makes and the reply that it forces.
#[derive(Clone, Copy)]
pub(super) struct ThreatPoints {
    /// A threat just above a playable cell.
    pub(super) near: i32,
    /// A threat two cells above a playable cell.
    pub(super) second: i32,
    /// A threat, unless it lies just above a threat of the opponent.
    pub(super) any: i32,
    /// A reply that the opponent has to make.
    pub(super) forced: i32,
}

/// The points while many cells are empty.
const USUAL: ThreatPoints = ThreatPoints { near: 283, second: 47, any: 26, forced: 100 };

/// The points near the end. There a forced reply saves more than any threat promises.
const LATE: ThreatPoints = ThreatPoints { near: 283, second: 50, any: 30, forced: 800 };

/// With this many empty cells or fewer, the end is near.
const LATE_EMPTY: u32 = 12;

impl ThreatPoints {
    /// The points with so many empty cells.
    #[inline(always)]
    pub(super) fn with(empty: u32) -> Self {
        if empty <= LATE_EMPTY { LATE } else { USUAL }
    }
}

/// The move that was good in an earlier search of this position.
pub(super) const REMEMBERED: i32 = 32;

/// The points of a stone for its row, from the top row down, if the number of empty cells is even
/// and if it is odd. The last ones are for all lower rows. They settle ties.
pub(super) const ROWS: [[i16; 6]; 2] = [[1, -1, 0, 0, 0, 0], [0, -2, 0, 0, 0, -2]];

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
