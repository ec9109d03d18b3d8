//! One thread's search: what it needs at hand, and when it has to end.

use super::super::patterns::Patterns;
use super::field::Field;
use super::last::LastSquares;
use super::store::RangeStore;
use sarsen_core::solvers::watch::{Watch, check_interval};

/// The most positions that a thread visits between two checks of the limits.
const LONGEST_INTERVAL: u64 = 1 << 14;

/// The search of one thread.
pub(super) struct ThreadSearch<'s> {
    pub(super) field: Field,
    pub(super) last: LastSquares,
    pub(super) store: &'s RangeStore,
    pub(super) watch: &'s Watch<'s>,
    /// The evaluator, whose opinion puts moves in order.
    pub(super) patterns: Option<&'s Patterns>,
    /// The positions that the watch knows of.
    counted: u64,
    /// The number of positions visited at which the limits are checked next.
    next_check: u64,
    /// Whether the search has to end. Then its differences mean nothing.
    pub(super) is_over: bool,
    /// The positions visited.
    pub(super) visited: u64,
}

impl<'s> ThreadSearch<'s> {
    pub(super) fn new(
        field: Field,
        store: &'s RangeStore,
        watch: &'s Watch<'s>,
        patterns: Option<&'s Patterns>,
    ) -> Self {
        let interval = check_interval(0, LONGEST_INTERVAL).min(watch.effort.nodes);
        Self {
            field,
            last: LastSquares::new(),
            store,
            watch,
            patterns,
            counted: 0,
            next_check: interval,
            is_over: false,
            visited: 0,
        }
    }

    /// Counts a position.
    #[inline(always)]
    pub(super) fn count(&mut self) {
        self.visited += 1;
    }

    /// Checks the limits now and then, or now. Returns whether the search has to end.
    #[inline(always)]
    pub(super) fn must_end(&mut self, now: bool) -> bool {
        if now || self.visited >= self.next_check {
            self.check();
        }
        self.is_over
    }

    #[cold]
    fn check(&mut self) {
        let left = self.watch.count(self.uncounted());
        self.counted = self.visited;
        self.is_over = left == 0 || self.watch.is_answered();
        let interval = check_interval(self.watch.nodes(), LONGEST_INTERVAL).min(left);
        self.next_check = self.visited + interval;
    }

    /// The positions that the watch does not know of yet.
    pub(super) fn uncounted(&self) -> u64 {
        self.visited - self.counted
    }
}
