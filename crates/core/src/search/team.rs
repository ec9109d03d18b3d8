//! What the threads of one search share.
//!
//! Every thread runs the whole search, and all of them share the table. They divide the work
//! because each knows which positions are [in flight](InFlight). The first thread leads: it alone
//! reports, and when it ends, all end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};

use crate::transposition::InFlight;

/// Positions that are searched to this depth or more, in plies, go in flight. A shallower search
/// would be over before the news reached the other threads.
pub(super) const SHARED_DEPTH: i32 = 3;

/// What the threads of one search share besides the table.
pub(super) struct Team {
    pub(super) in_flight: InFlight,
    /// Positions visited by all threads, as last counted.
    nodes: AtomicU64,
    over: AtomicBool,
    /// Whether all threads but the leader have to wait. Changes under the lock.
    rests: AtomicBool,
    changes: Mutex<()>,
    changed: Condvar,
}

impl Team {
    pub(super) fn new() -> Self {
        Self {
            in_flight: InFlight::new(),
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
            rests: AtomicBool::new(false),
            changes: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    /// Adds positions visited by one thread. Returns the sum of all threads.
    pub(super) fn count(&self, nodes: u64) -> u64 {
        self.nodes.fetch_add(nodes, Relaxed) + nodes
    }

    /// Whether the search is over.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// The leader's guard. Dropping it ends the search of all threads, even if a panic does so.
    pub(super) fn lead(&self) -> Leader<'_> {
        Leader(self)
    }

    /// Lets all threads but the leader rest, or go on.
    pub(super) fn rest(&self, rests: bool) {
        let _guard = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        self.rests.store(rests, Relaxed);
        self.changed.notify_all();
    }

    /// Waits while all threads but the leader have to rest.
    pub(super) fn wait(&self) {
        if self.rests.load(Relaxed) {
            let guard = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
            drop(self.changed.wait_while(guard, |()| self.rests.load(Relaxed)));
        }
    }
}

/// The guard of the thread that leads a team.
pub(super) struct Leader<'a>(&'a Team);

impl Drop for Leader<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Relaxed);
        self.0.rest(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_counts_and_ends_together() {
        let team = Team::new();
        assert_eq!((team.count(3), team.count(4)), (3, 7));
        let leading = team.lead();
        assert!(!team.is_over());
        team.rest(true);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| team.wait());
            drop(leading);
            assert!(waiting.join().is_ok() && team.is_over());
        });
    }
}
