//! Several threads at one search: what they share, and how they keep out of each other's way.
//!
//! Every thread runs the whole search and all of them share the table. So that they divide the work between
//! them, a thread puts off a move, unless it is the first of its node, while another one searches the position that the
//! move leads to; by the time it comes back to it the answer is often in the table. That is ABDADA (J.-C. Weill,
//! "The ABDADA distributed minimax-search algorithm", 1996) in T. Kerrigan's simplified form, where what is being searched
//! is kept apart from the table. The first thread leads: it alone reports, and its end is everybody's.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Searches of positions of this depth and more are made known to the others, in plies. Shallower ones are done
/// before the news would arrive.
pub(super) const SHARED_DEPTH: i32 = 3;

/// Positions that can be known as being searched; more than all threads' paths together are long.
const CELLS: usize = 1 << 12;

/// What the threads of one search share beside the table.
pub(super) struct Team {
    /// Keys of positions being searched, each in the cell that its key names; 0 in the others. A key that is
    /// overwritten costs only work done twice.
    busy: Box<[AtomicU64]>,
    /// Positions visited by all threads, as last counted.
    nodes: AtomicU64,
    over: AtomicBool,
}

impl Team {
    pub(super) fn new() -> Self {
        Self {
            busy: (0..CELLS).map(|_| AtomicU64::new(0)).collect(),
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    #[inline]
    fn cell(&self, key: u64) -> &AtomicU64 {
        &self.busy[(key as usize) % CELLS]
    }

    /// Whether a thread searches the position with this key.
    #[inline]
    pub(super) fn is_busy(&self, key: u64) -> bool {
        self.cell(key).load(Relaxed) == key
    }

    /// Makes known that the position with this key is being searched.
    #[inline]
    pub(super) fn enter(&self, key: u64) {
        self.cell(key).store(key, Relaxed);
    }

    /// Makes known that it is no longer.
    #[inline]
    pub(super) fn leave(&self, key: u64) {
        let cell = self.cell(key);
        if cell.load(Relaxed) == key {
            cell.store(0, Relaxed);
        }
    }

    /// Adds positions visited by one thread; the sum of all.
    pub(super) fn count(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    /// Whether the search is over.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Ends the search of all threads when it is dropped, even by a panic.
    pub(super) fn lead(&self) -> Leader<'_> {
        Leader(self)
    }
}

/// Whoever leads a team.
pub(super) struct Leader<'a>(&'a Team);

impl Drop for Leader<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_busy_while_somebody_is_in_them() {
        let team = Team::new();
        assert!(!team.is_busy(7));
        team.enter(7);
        assert!(team.is_busy(7) && !team.is_busy(8));
        // Two keys that share a cell: the later one counts.
        let same = 7 + CELLS as u64;
        team.enter(same);
        assert!(!team.is_busy(7) && team.is_busy(same));
        team.leave(7);
        assert!(team.is_busy(same));
        team.leave(same);
        assert!(!team.is_busy(same));
    }

    #[test]
    fn it_counts_and_ends_together() {
        let team = Team::new();
        assert_eq!((team.count(3), team.count(4)), (3, 7));
        let leading = team.lead();
        assert!(!team.is_over());
        drop(leading);
        assert!(team.is_over());
    }
}
