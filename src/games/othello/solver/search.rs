//! One thread's search: what it needs at hand, and when it has to end.

use super::field::Field;
use super::last::LastSquares;
use super::store::RangeStore;
use crate::solvers::watch::{Watch, check_interval};

/// The most positions that a thread visits between two checks of the limits.
const LONGEST_INTERVAL: u64 = 1 << 14;

/// The search of one thread.
pub(super) struct ThreadSearch<'s> {
    pub(super) field: Field,
    pub(super) last: LastSquares,
    pub(super) store: &'s RangeStore,
    pub(super) watch: &'s Watch<'s>,
    /// The positions visited since the last check.
    uncounted: u64,
    /// The positions to visit until the next check.
    interval: u64,
    /// Whether the search has to end. Then its differences mean nothing.
    pub(super) is_over: bool,
    /// The positions visited.
    pub(super) visited: u64,
}

impl<'s> ThreadSearch<'s> {
    pub(super) fn new(field: Field, store: &'s RangeStore, watch: &'s Watch<'s>) -> Self {
        let interval = check_interval(0, LONGEST_INTERVAL).min(watch.effort.nodes);
        Self {
            field,
            last: LastSquares::new(),
            store,
            watch,
            uncounted: 0,
            interval,
            is_over: false,
            visited: 0,
        }
    }

    /// Counts a position.
    #[inline(always)]
    pub(super) fn count(&mut self) {
        self.visited += 1;
        self.uncounted += 1;
    }

    /// Checks the limits now and then. Returns whether the search has to end.
    #[inline(always)]
    pub(super) fn must_end(&mut self) -> bool {
        if self.uncounted >= self.interval {
            self.check();
        }
        self.is_over
    }

    #[cold]
    fn check(&mut self) {
        let left = self.watch.count(std::mem::take(&mut self.uncounted));
        self.is_over = left == 0 || self.watch.is_answered();
        self.interval = check_interval(self.watch.nodes(), LONGEST_INTERVAL).min(left);
    }

    /// The positions that the watch does not know of yet.
    pub(super) fn uncounted(&self) -> u64 {
        self.uncounted
    }
}
