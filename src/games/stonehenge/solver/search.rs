//! One search: what it remembers, and when it ends.

use super::level::{LEVELS, Level};
use super::order::History;
use super::store::Store;
use crate::solvers::watch::{Watch, stride};

/// Positions that a thread visits at most between looking up.
const STRIDE: u64 = 1 << 10;

/// Positions with so many empty cells, or fewer, are remembered near.
const NEAR_EMPTY: u32 = 6;

/// One thread's search.
pub(super) struct Search<'a> {
    /// What it remembers of positions with few empty cells: they are most, and small memory is
    /// near.
    near: &'a Store,
    /// What it remembers of all others.
    far: &'a Store,
    pub(super) watch: &'a Watch<'a>,
    pub(super) history: History,
    pub(super) levels: Box<[Level; LEVELS]>,
    pub(super) nodes: u64,
    /// How many of them have been counted by all.
    counted: u64,
    /// Where it looks up.
    pause: u64,
    pub(super) stopped: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(near: &'a Store, far: &'a Store, watch: &'a Watch<'a>) -> Self {
        Self {
            near,
            far,
            watch,
            history: History::new(),
            levels: Box::new(std::array::from_fn(|_| Level::new())),
            nodes: 0,
            counted: 0,
            pause: 0,
            stopped: false,
        }
    }

    /// Where positions with so many empty cells are remembered.
    #[inline(always)]
    pub(super) fn store(&self, empty: u32) -> &'a Store {
        if empty <= NEAR_EMPTY { self.near } else { self.far }
    }

    /// What is at hand with so many empty cells.
    #[inline(always)]
    pub(super) fn level(&mut self, empty: u32) -> &mut Level {
        &mut self.levels[empty as usize % LEVELS]
    }

    /// A move has won, after all that its level says had been tried.
    #[inline(always)]
    pub(super) fn praise(&mut self, empty: u32, code: u8) {
        self.history.won(empty, code, self.levels[empty as usize % LEVELS].tried());
    }

    /// Counts a position; whether the search must end there.
    #[inline(always)]
    pub(super) fn visit_ends(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.pause && self.must_end() {
            self.stopped = true;
        }
        self.stopped
    }

    #[cold]
    fn must_end(&mut self) -> bool {
        let left = self.watch.count(self.nodes - self.counted);
        self.counted = self.nodes;
        self.pause = self.nodes + left.min(stride(self.nodes, STRIDE));
        left == 0 || self.watch.is_answered()
    }

    /// Positions visited by this thread that have not been counted by all.
    pub(super) fn uncounted(&self) -> u64 {
        self.nodes - self.counted
    }
}
