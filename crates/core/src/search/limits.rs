//! The limits of a search: where it ends by itself.

use std::time::Duration;

use super::time::{Budget, Clock, Outlook};

/// The greatest depth of a search, in plies.
pub const MAX_DEPTH: u32 = 250;

/// The search follows no line further than this many plies below the root.
pub const MAX_PLY: usize = 300;

/// Where a search ends by itself. Without any limit, it ends only when nothing is left to find, or
/// when [`Control`](super::Control) stops it. If there are several, the first that is reached ends
/// it.
///
/// ```
/// use std::time::Duration;
/// use sarsen_core::search::Limits;
///
/// let limits = Limits::depth(12).with_time(Duration::from_millis(100));
/// assert_eq!((limits.depth, limits.nodes), (Some(12), None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// The greatest depth, in plies.
    pub depth: Option<u32>,
    /// The greatest number of positions to visit.
    pub nodes: Option<u64>,
    /// The time for the move.
    pub time: Option<Duration>,
    /// The game clock of the player to move, of which the move gets a fair share.
    pub clock: Option<Clock>,
    /// Whether only the proven result is wanted: who wins, with one line. The search then ends when
    /// that is proven.
    pub solve: bool,
}

impl Limits {
    /// No limits.
    pub const NONE: Self = Self { depth: None, nodes: None, time: None, clock: None, solve: false };

    /// The search ends when the result is proven.
    pub const PROOF: Self = Self { solve: true, ..Self::NONE };

    /// A search to this depth, in plies.
    #[must_use]
    pub const fn depth(plies: u32) -> Self {
        Self::NONE.with_depth(plies)
    }

    /// A search of this many positions.
    #[must_use]
    pub const fn nodes(count: u64) -> Self {
        Self::NONE.with_nodes(count)
    }

    /// A search that takes this time.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self::NONE.with_time(time)
    }

    /// A search that takes a fair share of this clock.
    #[must_use]
    pub const fn clock(clock: Clock) -> Self {
        Self::NONE.with_clock(clock)
    }

    /// The same limits with this depth, in plies.
    #[must_use]
    pub const fn with_depth(self, plies: u32) -> Self {
        Self { depth: Some(plies), ..self }
    }

    /// The same limits with this number of positions.
    #[must_use]
    pub const fn with_nodes(self, count: u64) -> Self {
        Self { nodes: Some(count), ..self }
    }

    /// The same limits with this time.
    #[must_use]
    pub const fn with_time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// The same limits with this clock.
    #[must_use]
    pub const fn with_clock(self, clock: Clock) -> Self {
        Self { clock: Some(clock), ..self }
    }

    /// The same limits without those of time, for a search whose clock the caller starts.
    #[must_use]
    pub const fn without_time(self) -> Self {
        Self { time: None, clock: None, ..self }
    }

    /// Whether only time, or the caller, ends the search: neither a depth, nor a number of
    /// positions, nor a proof.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && !self.solve
    }

    /// Whether a number or a time limits the search.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some() || self.clock.is_some()
    }

    /// How long the search may take, if `overhead` is lost between the engine and the clock at each
    /// move. None if no time limits it.
    #[must_use]
    pub fn budget(&self, outlook: Outlook<'_>, overhead: Duration) -> Option<Budget> {
        let share = self.clock.map(|clock| Budget::allocate(clock, outlook, overhead));
        match (share, self.time) {
            (Some(share), Some(most)) => Some(Budget { hard: share.hard.min(most), ..share }),
            (Some(share), None) => Some(share),
            (None, fixed) => fixed.map(|time| Budget::fixed(time, overhead)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn the_sooner_end_counts() {
        let clock = Clock { left: ms(60_000), ..Clock::default() };
        let outlook = Outlook::plies(40);
        let share = Budget::allocate(clock, outlook, ms(10));
        let limits = Limits::clock(clock);
        assert_eq!(limits.budget(outlook, ms(10)), Some(share));
        let hard = |time| limits.with_time(ms(time)).budget(outlook, ms(10)).unwrap().hard;
        assert_eq!((hard(100), hard(100_000)), (ms(100), share.hard));
        assert_eq!(Limits::time(ms(100)).budget(outlook, ms(5)).unwrap().hard, ms(95));
        assert_eq!(Limits::depth(3).budget(outlook, ms(10)), None);
    }

    #[test]
    fn limits_tell_their_kind() {
        assert!(Limits::NONE.is_timed() && !Limits::NONE.is_limited());
        assert!(Limits::time(ms(1)).is_timed() && Limits::time(ms(1)).is_limited());
        assert!(!Limits::PROOF.is_timed() && !Limits::PROOF.is_limited());
        let timed = Limits::nodes(5).with_time(ms(1)).with_clock(Clock::default());
        assert_eq!(timed.without_time(), Limits::nodes(5));
    }
}
