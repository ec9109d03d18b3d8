//! One thread's search: what it remembers, and when it ends.

use super::level::{LEVELS, Level};
use super::memory::ProofStore;
use super::order::History;
use crate::solvers::watch::{Watch, check_interval};

/// How many positions a thread visits at most between two checks of the limits.
const LONGEST_INTERVAL: u64 = 1 << 10;

/// Positions with up to this many empty cells go to the near store.
const NEAR_EMPTY: u32 = 6;

/// One thread's search.
pub(super) struct ThreadSearch<'a> {
    /// Remembers positions with few empty cells. They are the most frequent, and a small store
    /// stays in a fast cache.
    near: &'a ProofStore,
    /// Remembers all other positions.
    far: &'a ProofStore,
    pub(super) watch: &'a Watch<'a>,
    pub(super) history: History,
    pub(super) levels: Box<[Level; LEVELS]>,
    pub(super) nodes: u64,
    /// How many of its nodes the watch has counted.
    counted: u64,
    /// The node count at which it checks the limits again.
    next_check: u64,
    pub(super) stopped: bool,
}

impl<'a> ThreadSearch<'a> {
    pub(super) fn new(near: &'a ProofStore, far: &'a ProofStore, watch: &'a Watch<'a>) -> Self {
        let levels: Box<[Level]> = (0..LEVELS).map(|_| Level::new()).collect();
        let levels = levels.try_into().unwrap_or_else(|_| unreachable!("there are that many"));
        Self {
            near,
            far,
            watch,
            history: History::new(),
            levels,
            nodes: 0,
            counted: 0,
            next_check: 0,
            stopped: false,
        }
    }

    /// The store for positions with `empty` empty cells.
    #[inline(always)]
    pub(super) fn store(&self, empty: u32) -> &'a ProofStore {
        if empty <= NEAR_EMPTY { self.near } else { self.far }
    }

    /// The level for positions with `empty` empty cells.
    #[inline(always)]
    pub(super) fn level(&mut self, empty: u32) -> &mut Level {
        &mut self.levels[empty as usize % LEVELS]
    }

    /// Counts a move that won after the moves that its level has tried.
    #[inline(always)]
    pub(super) fn reward(&mut self, empty: u32, code: u8) {
        self.history.won(empty, code, self.levels[empty as usize % LEVELS].tried());
    }

    /// Counts a position. Returns whether the search must end there.
    #[inline(always)]
    pub(super) fn visit_ends(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_check && self.must_end() {
            self.stopped = true;
        }
        self.stopped
    }

    #[cold]
    fn must_end(&mut self) -> bool {
        let left = self.watch.count(self.nodes - self.counted);
        self.counted = self.nodes;
        self.next_check = self.nodes + left.min(check_interval(self.nodes, LONGEST_INTERVAL));
        left == 0 || self.watch.is_answered()
    }

    /// How many positions of this thread the watch has not counted yet.
    pub(super) fn uncounted(&self) -> u64 {
        self.nodes - self.counted
    }
}
