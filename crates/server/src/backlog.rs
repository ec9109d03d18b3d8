//! The memory of the unsent lines of many conversations together.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// While there is too much in all, a conversation may keep this part of its usual limit.
const HARD_TIMES: usize = 128;

/// How much there is in all, and the limit.
#[derive(Debug)]
pub struct Backlog {
    bytes: AtomicUsize,
    most: usize,
}

impl Backlog {
    /// Nothing yet, with a limit in bytes.
    pub fn new(most: usize) -> Self {
        Self { bytes: AtomicUsize::new(0), most }
    }

    /// A conversation has this many bytes now, after it had others before.
    pub(super) fn change(&self, before: usize, after: usize) {
        // These wrap around together, so the sum is right.
        self.bytes.fetch_add(after.wrapping_sub(before), Relaxed);
    }

    /// The limit for a conversation, of the one that it has in good times.
    pub(super) fn limit(&self, usual: usize) -> usize {
        if self.bytes.load(Relaxed) > self.most { usual / HARD_TIMES } else { usual }
    }
}
