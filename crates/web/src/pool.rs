//! Search threads and memory for all conversations of a process.
//!
//! ```text
//!  conversation --job--> client -> [ scheduler: who runs? ] ---begin---> a thread for the job
//!       ^                            |               ^                      |        ^
//!       |                            +--light--------|----------------------+        | memory
//!       |                                            |                      |        v
//!       +------------- events -----------------------+------- end ----------+   memory pool
//! ```
//!
//! There are as many permits as threads may run. A job begins when the [`scheduler`] gives it
//! permits. From then on it has a thread of its own, and a [light](sarsen_core::search::Light). Its
//! search looks at the light every thousand nodes or so. While the light is red the search waits,
//! so it can be paused in the middle. A stopped search needs no permit: it answers at once, even if
//! it had to wait so far. So does a paused one whose time is up.
//!
//! The clock of a search that has to wait starts when it begins. What is accepted is never dropped;
//! beyond a number of jobs no more are accepted.
//!
//! The [`memory_pool`] has the memory. One more thread, the clock, wakes at the end of slices.

mod account;
mod memory_pool;
mod scheduler;
mod shared;
mod urgency;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use self::scheduler::ClientId;
use self::shared::PoolCore;
pub(crate) use self::shared::PoolLimits;
use crate::door::household;
use sarsen_core::sys::threads::ThreadKind;
use sarsen_engine::engine::{EngineBounds, SearchMemory};
use sarsen_server::{Host, Job, TooBusy};

/// The largest table that a client gets if it does not ask for one, in MiB.
const USUAL_HASH: usize = 64;

/// Search threads and memory for all conversations.
pub(crate) struct Pool {
    shared: Arc<PoolCore>,
    clients: AtomicU64,
}

/// One conversation, as a client of the pool.
struct PoolClient {
    shared: Arc<PoolCore>,
    peer: IpAddr,
    id: ClientId,
}

impl Pool {
    /// Opens it.
    ///
    /// # Errors
    ///
    /// If the system refuses a thread.
    pub(crate) fn start(limits: PoolLimits) -> std::io::Result<Arc<Self>> {
        let shared = Arc::new(PoolCore::new(limits));
        let clock = Arc::clone(&shared);
        ThreadKind::named("clock").detach(move || clock.keep_time())?;
        Ok(Arc::new(Self { shared, clients: AtomicU64::new(0) }))
    }

    /// A new client of the pool: a conversation with this peer. A household is one peer.
    pub(crate) fn client(&self, peer: IpAddr) -> Arc<dyn Host> {
        let (peer, id) = (household(peer), self.clients.fetch_add(1, Relaxed));
        Arc::new(PoolClient { shared: Arc::clone(&self.shared), peer, id })
    }

    /// What one engine may use. A client can have half of the memory, and all threads.
    pub(crate) fn bounds(&self) -> EngineBounds {
        let PoolLimits { threads, hash_mib, .. } = self.shared.limits;
        let most = (SearchMemory::table_in(hash_mib << 20) >> 20) / 2;
        let usual = USUAL_HASH.min(hash_mib / 8);
        EngineBounds {
            most_hash: most.max(1) as u64,
            usual_hash: usual.clamp(1, most.max(1)) as u64,
            most_threads: threads.max(1) as u64,
        }
    }
}

impl Drop for Pool {
    /// The clock ends. Jobs that run end when they are stopped.
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.wake();
    }
}

impl Host for PoolClient {
    fn take(&self, job: Job) -> Result<(), TooBusy> {
        self.shared.accept((self.peer, self.id), job)
    }
}

impl Drop for PoolClient {
    fn drop(&mut self) {
        // The clock frees it, because that may take a while.
        self.shared.lock().memory.close(self.id);
        self.shared.wake();
    }
}

#[cfg(test)]
mod tests;
