//! The bounds of what an engine may use.

use crate::session::MOST_THREADS;

/// The size of a table without any wish, in MiB.
pub const DEFAULT_HASH: usize = 64;

/// The largest table, in MiB.
pub const MAX_HASH: u64 = 1 << 20;

/// The bounds of what an engine may use, as its options announce them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineBounds {
    /// The largest table, in MiB.
    pub most_hash: u64,
    /// The table without any wish, in MiB.
    pub usual_hash: u64,
    /// The greatest number of threads.
    pub most_threads: u64,
}

/// The bounds of an engine that has the machine to itself.
impl Default for EngineBounds {
    fn default() -> Self {
        let usual_hash = DEFAULT_HASH as u64;
        Self { most_hash: MAX_HASH, usual_hash, most_threads: MOST_THREADS as u64 }
    }
}
