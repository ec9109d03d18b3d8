//! Which positions are being searched, so that threads keep out of each other's way.
//!
//! A thread puts off a move, unless it is the first of its node, while another one searches the
//! position that the move leads to; by the time it comes back to it the answer is often in the
//! table. That is ABDADA (J.-C. Weill, "The ABDADA distributed minimax-search algorithm", 1996) in
//! T. Kerrigan's simplified form, where what is being searched is kept apart from the table.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Positions that can be known as being searched; more than all threads' paths together are long.
const CELLS: usize = 1 << 12;

/// Keys of positions being searched, each in the cell that its key names; 0 in the others. A key
/// that is overwritten costs only work done twice.
pub(crate) struct Busy(Box<[AtomicU64]>);

impl Busy {
    /// None yet.
    pub(crate) fn new() -> Self {
        Self((0..CELLS).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn cell(&self, key: u64) -> &AtomicU64 {
        &self.0[(key as usize) % CELLS]
    }

    /// Whether a thread searches the position with this key.
    #[inline]
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.cell(key).load(Relaxed) == key
    }

    /// Makes known that the position with this key is being searched.
    #[inline]
    pub(crate) fn enter(&self, key: u64) {
        self.cell(key).store(key, Relaxed);
    }

    /// Makes known that it is no longer.
    #[inline]
    pub(crate) fn leave(&self, key: u64) {
        let cell = self.cell(key);
        if cell.load(Relaxed) == key {
            cell.store(0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_busy_while_somebody_is_in_them() {
        let busy = Busy::new();
        assert!(!busy.contains(7));
        busy.enter(7);
        assert!(busy.contains(7) && !busy.contains(8));
        // Two keys that share a cell: the later one counts.
        let same = 7 + CELLS as u64;
        busy.enter(same);
        assert!(!busy.contains(7) && busy.contains(same));
        busy.leave(7);
        assert!(busy.contains(same));
        busy.leave(same);
        assert!(!busy.contains(same));
    }
}
