//! The positions in flight: those that some thread is searching. With them, threads divide the
//! work.
//!
//! While one thread searches a position, another thread puts off the move that leads there, unless
//! the move is the first of its node. When the thread comes back to the move, the answer is often
//! in the table. This is ABDADA (J.-C. Weill, "The ABDADA distributed minimax-search algorithm",
//! 1996). T. Kerrigan's simplified form keeps the positions in flight apart from the table.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of positions that can be in flight. The paths of all threads together have fewer.
const CELLS: usize = 1 << 12;

/// The keys of the positions in flight. The low bits of a key name its cell. All other cells are 0.
/// If a key is overwritten, some work is done twice, and nothing worse happens.
pub struct InFlight(Box<[AtomicU64]>);

impl InFlight {
    /// No position is in flight.
    pub fn new() -> Self {
        Self((0..CELLS).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn cell(&self, key: u64) -> &AtomicU64 {
        &self.0[(key as usize) % CELLS]
    }

    /// Whether some thread is searching the position with this key.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        self.cell(key).load(Relaxed) == key
    }

    /// Notes that a thread begins to search the position with this key.
    #[inline]
    pub fn enter(&self, key: u64) {
        self.cell(key).store(key, Relaxed);
    }

    /// Notes that the search of the position with this key has ended.
    #[inline]
    pub fn leave(&self, key: u64) {
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
        // If two keys share a cell, the later one counts.
        let same = 7 + CELLS as u64;
        in_flight.enter(same);
        assert!(!in_flight.contains(7) && in_flight.contains(same));
        in_flight.leave(7);
        assert!(in_flight.contains(same));
        in_flight.leave(same);
        assert!(!in_flight.contains(same));
    }
}
