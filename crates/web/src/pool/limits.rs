//! What the pool may use.

/// What the searches of all conversations together may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoolLimits {
    /// The number of threads that search at once.
    pub threads: usize,
    /// The memory, in MiB.
    pub(crate) hash_mib: usize,
    /// The number of jobs that may wait or run.
    pub(crate) jobs: usize,
    /// The number of jobs of one peer among them.
    pub(crate) jobs_per_peer: usize,
}
