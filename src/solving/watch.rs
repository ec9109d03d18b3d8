//! What the threads of one solution share beside the store: its limits, and whether it is over.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::game::Effort;
use crate::table::Busy;

/// Watches over the threads that work at a position.
pub(crate) struct Watch<'a> {
    pub(crate) effort: Effort<'a>,
    /// What the threads are at; with one there is nobody to tell.
    pub(crate) busy: Option<Busy>,
    nodes: AtomicU64,
    /// Whether one of the threads has the answer to the question they all work at.
    answered: AtomicBool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(effort: &Effort<'a>) -> Self {
        Self {
            effort: *effort,
            busy: (effort.threads > 1).then(Busy::new),
            nodes: AtomicU64::new(0),
            answered: AtomicBool::new(false),
        }
    }

    /// Adds positions visited by one thread; how many more all of them may visit.
    pub(crate) fn count(&self, nodes: u64) -> u64 {
        let all = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        if (self.effort.must_end)(all) { 0 } else { self.effort.nodes.saturating_sub(all) }
    }

    /// Positions visited by all threads, as last counted.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Says whether one of the threads has the answer, so that the others can end.
    pub(crate) fn set_answered(&self, answered: bool) {
        self.answered.store(answered, Relaxed);
    }

    /// Whether one of the threads has the answer.
    pub(crate) fn is_answered(&self) -> bool {
        self.answered.load(Relaxed)
    }
}
