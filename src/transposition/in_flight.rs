//! The positions in flight: those that some thread is searching, so that threads divide the work.
//!
//! While one thread searches a position, another one puts off the move that leads there, unless it
//! is the first of its node. When it comes back to the move, the answer is often in the table. This
//! is ABDADA (J.-C. Weill, "The ABDADA distributed minimax-search algorithm", 1996) in T.
//! Kerrigan's simplified form, which keeps the positions in flight apart from the table.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How many positions can be in flight: more than lie on the paths of all threads together.
const CELLS: usize = 1 << 12;

/// Keys of the positions in flight, each in the cell that it names, with 0 in all other cells. If a
/// key is overwritten, some work is done twice. That is all.
pub(crate) struct InFlight(Box<[AtomicU64]>);

impl InFlight {
    /// With no position in it.
    pub(crate) fn new() -> Self {
        Self((0..CELLS).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn cell(&self, key: u64) -> &AtomicU64 {
        &self.0[(key as usize) % CELLS]
    }

    /// Whether some thread is searching the position with this key.
    #[inline]
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.cell(key).load(Relaxed) == key
    }

    /// Notes that a thread begins to search the position with this key.
    #[inline]
    pub(crate) fn enter(&self, key: u64) {
        self.cell(key).store(key, Relaxed);
    }

    /// Notes that it has ended.
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
    fn positions_are_in_flight_while_a_thread_is_in_them() {
        let in_flight = InFlight::new();
        assert!(!in_flight.contains(7));
        in_flight.enter(7);
        assert!(in_flight.contains(7) && !in_flight.contains(8));
        // Two keys that share a cell: the later one counts.
        let same = 7 + CELLS as u64;
        in_flight.enter(same);
        assert!(!in_flight.contains(7) && in_flight.contains(same));
        in_flight.leave(7);
        assert!(in_flight.contains(same));
        in_flight.leave(same);
        assert!(!in_flight.contains(same));
    }
}
