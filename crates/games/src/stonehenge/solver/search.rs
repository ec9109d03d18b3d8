//! One thread's search: its stores and its limits.

use super::level::{LEVELS, Level};
use super::memory::ProofStore;
use super::order::History;
use sarsen_core::solvers::watch::{Watch, check_interval};

/// The limit of positions that a thread visits between two checks of the limits.
const LONGEST_INTERVAL: u64 = 1 << 10;

/// Positions with up to this many empty cells go to the frontier store.
const FRONTIER_EMPTY: u32 = 6;

/// One thread's search.
pub(super) struct ThreadSearch<'a> {
    /// Remembers positions with few empty cells. They are the most frequent ones, and a small store
    /// stays in a fast cache.
    frontier: &'a ProofStore,
    /// Remembers all other positions.
    main: &'a ProofStore,
    pub(super) watch: &'a Watch<'a>,
    pub(super) history: History,
    pub(super) levels: Box<[Level; LEVELS]>,
    pub(super) nodes: u64,
    /// The number of its nodes that the watch has counted.
    counted: u64,
    /// The node count at which it checks the limits again.
    next_check: u64,
    pub(super) stopped: bool,
}

impl<'a> ThreadSearch<'a> {
    pub(super) fn new(
        frontier: &'a ProofStore,
        main: &'a ProofStore,
        watch: &'a Watch<'a>,
    ) -> Self {
        let levels: Box<[Level]> = (0..LEVELS).map(|_| Level::new()).collect();
        let levels = levels.try_into().unwrap_or_else(|_| unreachable!("there are that many"));
        Self {
            frontier,
            main,
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
        if empty <= FRONTIER_EMPTY { self.frontier } else { self.main }
    }

    /// The level for positions with `empty` empty cells.
    #[inline(always)]
    pub(super) fn level(&mut self, empty: u32) -> &mut Level {
        &mut self.levels[empty as usize % LEVELS]
    }

    /// Counts a move that won, and the moves that its level has tried before.
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

    /// The number of positions of this thread that the watch has not counted yet.
    pub(super) fn uncounted(&self) -> u64 {
        self.nodes - self.counted
    }
}
