//! The data of the recursion at one depth. It is made once, so that each position has to clear only
//! a little.

use super::super::board::CELLS;
use super::lanes::{ANY, Lanes, ZERO, choose, equal, reaches};
use super::order::LineModel;
use super::tables::{TWICE, parts};

/// The number of moves on the empty board.
const MOVES: usize = CELLS * 6;

/// The number of levels: one for each number of empty cells.
pub(super) const LEVELS: usize = CELLS + 1;

/// One depth of the recursion.
pub(super) struct Level {
    pub(super) model: LineModel,
    pub(super) moves: UntriedMoves,
    pub(super) refuted: Refuted,
    /// The moves that have been tried and refuted.
    tried: [u8; MOVES],
    count: usize,
}

impl Level {
    pub(super) fn new() -> Self {
        Self {
            model: LineModel::new(),
            moves: UntriedMoves::new(),
            refuted: Refuted { proofs: [[(0, ZERO); 6]; CELLS], counts: [0; CELLS] },
            tried: [0; MOVES],
            count: 0,
        }
    }

    /// Starts with a new position.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.moves = UntriedMoves::new();
        self.refuted.counts = [0; CELLS];
        self.count = 0;
    }

    /// Notes that a proof with this slack has refuted a move.
    #[inline(always)]
    pub(super) fn refute(&mut self, code: u8, slack: Lanes) {
        let (cell, piece) = parts(code);
        self.refuted.add(cell, piece, slack);
        self.tried[self.count % MOVES] = code;
        self.count += 1;
    }

    /// The moves that have been refuted.
    #[inline(always)]
    pub(super) fn tried(&self) -> &[u8] {
        &self.tried[..self.count.min(MOVES)]
    }
}

/// The moves still to try, each at the index of its code. The key of a move is its points, with the
/// code in the last byte.
pub(super) struct UntriedMoves {
    keys: [i32; MOVES],
}

/// No move.
const NONE_THERE: i32 = i32::MIN;

impl UntriedMoves {
    fn new() -> Self {
        Self { keys: [NONE_THERE; MOVES] }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, points: i32, code: u8) {
        self.keys[usize::from(code) % MOVES] = points << 8 | i32::from(code);
    }

    /// Takes the move with the most points.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<u8> {
        // There is no branch, so the compiler can handle several keys at once.
        let best = self.keys.iter().copied().fold(NONE_THERE, i32::max);
        if best == NONE_THERE {
            return None;
        }
        self.keys[usize::from(best as u8) % MOVES] = NONE_THERE;
        Some(best as u8)
    }

    /// Adds points to a move, if it is still to be tried.
    #[inline(always)]
    pub(super) fn reward(&mut self, code: u8, points: i32) {
        let key = &mut self.keys[usize::from(code) % MOVES];
        if *key != NONE_THERE {
            *key += points << 8;
        }
    }
}

/// For each cell, the pieces that were refuted there, with the slack of the proofs.
pub(super) struct Refuted {
    proofs: [[(u8, Lanes); 6]; CELLS],
    counts: [u8; CELLS],
}

impl Refuted {
    #[inline(always)]
    fn add(&mut self, cell: usize, piece: u8, slack: Lanes) {
        let count = &mut self.counts[cell];
        self.proofs[cell][usize::from(*count) % 6] = (piece, slack);
        *count += 1;
    }

    /// The slack of a proof that refuted a smaller piece, if the proof also refutes this piece.
    /// With this piece, the winner's leads on the cell's lines are lower by twice the difference,
    /// and the loser's hand is no better. None if no proof has enough slack.
    #[inline(always)]
    pub(super) fn covers(&self, cell: usize, piece: u8) -> Option<Lanes> {
        for &(smaller, slack) in &self.proofs[cell][..usize::from(self.counts[cell]).min(6)] {
            if smaller < piece {
                let more = TWICE[cell][usize::from(piece - smaller) % 7];
                if reaches(slack, more) {
                    return Some(choose(equal(slack, ANY), ANY, slack - more));
                }
            }
        }
        None
    }
}
