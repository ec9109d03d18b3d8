//! How often a search looks at the clock.

use std::time::{Duration, Instant};

/// Every search may visit this many positions before it looks at the clock. So even a search
/// without any time has an answer worth giving. Later, that is how often it looks.
const POSITIONS: u64 = 256;

/// A search that takes longer than this for its first positions, or between two looks at the clock,
/// is slow, and looks more often: a position of rules written as text may take a second.
const SLOW: Duration = Duration::from_millis(20);

/// When a search looks at the clock next.
pub(super) struct Pace {
    /// At this number of visited positions.
    next: u64,
    /// Positions between two looks.
    every: u64,
    began: Instant,
    last: Instant,
}

impl Pace {
    /// The pace of a search that begins now.
    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self { next: 1, every: 1, began: now, last: now }
    }

    /// Whether it is time to look.
    #[inline]
    pub(super) fn is_due(&self, nodes: u64) -> bool {
        nodes >= self.next
    }

    /// Notes a look after so many visited positions. Returns whether the search may end there.
    pub(super) fn look(&mut self, nodes: u64) -> bool {
        let now = Instant::now();
        let is_slow = now - self.last >= SLOW;
        self.every = if is_slow { self.every.div_ceil(2) } else { self.every * 2 }.min(POSITIONS);
        self.last = now;
        // A fast search looks at multiples of POSITIONS.
        self.next = if nodes < POSITIONS && !is_slow { nodes * 2 } else { nodes + self.every };
        nodes >= POSITIONS || now - self.began >= SLOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fast_search_looks_seldom_and_a_slow_one_often() {
        let mut pace = Pace::new();
        let mut looks = Vec::new();
        for nodes in 0..2_000 {
            if pace.is_due(nodes) {
                // As if no time had gone by, however busy the machine is.
                (pace.began, pace.last) = (Instant::now(), Instant::now());
                looks.push((nodes, pace.look(nodes)));
            }
        }
        let early = (0..8).map(|power| (1 << power, false));
        let later = (1..8).map(|times| (times * POSITIONS, true));
        assert_eq!(looks, early.chain(later).collect::<Vec<_>>());
        for nodes in [2_100, 2_164, 2_196, 2_212] {
            pace.last -= SLOW;
            assert!(pace.look(nodes));
        }
        assert!(pace.every <= 16 && pace.is_due(2_228));

        let mut pace = Pace::new();
        for nodes in 1..10 {
            (pace.began, pace.last) = (pace.began - SLOW, pace.last - SLOW);
            assert!(pace.is_due(nodes) && pace.look(nodes), "{nodes}");
        }
    }
}
