//! The store: the thread that keeps all tables in an SQLite database.
//!
//! One thread owns the database. The tables send it requests and wait for its answers. What waits
//! at the same time is committed together, so ten tables wait for the disk as long as one. An
//! answer comes after the commit: what was answered survives a crash and a power cut.

mod checksum;
mod database;
mod identity;
mod opening;
mod removal;
mod rows;
mod update;

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use self::database::Database;
use self::removal::IsUsed;
use self::update::StoredTable;
use crate::tables::one_table::facts::TableFacts;
use sarsen_core::sys::threads::ThreadKind;

pub use self::opening::StoreError;
pub(super) use self::update::{StoreFailure, TableUpdate};

/// Old tables are removed this often.
const HOUR: Duration = Duration::from_secs(3_600);

/// If there are many old tables, they are removed in parts, with this pause between two parts for
/// other work. It is also the least time between two failures in the log.
const BREATH: Duration = Duration::from_secs(1);

/// A request, and where its answer goes.
enum StoreRequest {
    Create(String, TableFacts, ReplySender<()>),
    Load(String, ReplySender<Option<StoredTable>>),
    Update(TableUpdate, ReplySender<()>),
}

/// Takes the answer to a request. Perhaps nobody is there any more to hear it.
type ReplySender<T> = oneshot::Sender<Result<T, StoreFailure>>;

/// An answer that waits for the commit. It is sent when it is known whether the commit succeeded.
type PendingReply = Box<dyn FnOnce(Result<(), StoreFailure>)>;

/// The store of all tables.
pub(crate) struct Store {
    /// None while the store closes.
    requests: Option<Sender<StoreRequest>>,
    keeper: Option<JoinHandle<()>>,
}

impl Store {
    /// Opens the database in a file, or a new one in memory. Tables in use are never removed.
    pub(crate) fn open(file: Option<&Path>, is_used: IsUsed) -> Result<Self, StoreError> {
        let database = Database::open(file, is_used)?;
        let (requests, waiting) = channel();
        let keeper = ThreadKind::named("store")
            .start(move || keep(database, &waiting, HOUR))
            .map_err(StoreError::Thread)?;
        Ok(Self { requests: Some(requests), keeper: Some(keeper) })
    }

    /// Stores a new table.
    pub(crate) async fn create(&self, id: String, facts: TableFacts) -> Result<(), StoreFailure> {
        self.ask(|reply| StoreRequest::Create(id, facts, reply)).await
    }

    /// Reads a table.
    pub(crate) async fn load(&self, id: String) -> Result<Option<StoredTable>, StoreFailure> {
        self.ask(|reply| StoreRequest::Load(id, reply)).await
    }

    /// Stores what has changed at a table.
    pub(crate) async fn update(&self, update: TableUpdate) -> Result<(), StoreFailure> {
        self.ask(|reply| StoreRequest::Update(update, reply)).await
    }

    async fn ask<T>(
        &self,
        request: impl FnOnce(ReplySender<T>) -> StoreRequest,
    ) -> Result<T, StoreFailure> {
        let (reply, answer) = oneshot::channel();
        let requests = self.requests.as_ref().ok_or(StoreFailure::Closed)?;
        requests.send(request(reply)).map_err(|_| StoreFailure::Closed)?;
        answer.await.map_err(|_| StoreFailure::Closed)?
    }
}

impl Drop for Store {
    /// Everything that was asked for is done, and the database is closed in order.
    fn drop(&mut self) {
        self.requests = None;
        if let Some(keeper) = self.keeper.take() {
            let _ = keeper.join();
        }
    }
}

/// Answers requests until there can be no more. Removes old tables after each `pause`.
fn keep(mut database: Database, waiting: &Receiver<StoreRequest>, pause: Duration) {
    let mut next = Instant::now() + pause;
    let mut trouble = TroubleLog::default();
    loop {
        match waiting.recv_timeout(next.saturating_duration_since(Instant::now())) {
            Ok(first) => {
                let requests = std::iter::once(first).chain(waiting.try_iter());
                obey(&mut database, requests, &mut trouble);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if Instant::now() >= next {
            let is_done = database.clean().unwrap_or_else(|failure| {
                log::error!("old tables were not removed: {failure}");
                true
            });
            next = Instant::now() + if is_done { pause } else { BREATH };
        }
    }
}

/// Obeys requests in one transaction, and answers each after the commit.
fn obey(
    database: &mut Database,
    requests: impl Iterator<Item = StoreRequest>,
    trouble: &mut TroubleLog,
) {
    let mut pending: Vec<PendingReply> = Vec::new();
    let done = database.together(|batch| {
        for request in requests {
            match request {
                StoreRequest::Create(id, facts, reply) => {
                    let done = batch.create(&id, &facts);
                    trouble.note(&done);
                    pending.push(after_commit(reply, done));
                }
                StoreRequest::Load(id, reply) => {
                    let done = batch.load(&id);
                    trouble.note(&done);
                    pending.push(after_commit(reply, done));
                }
                StoreRequest::Update(update, reply) => {
                    let done = batch.update(&update);
                    trouble.note(&done);
                    pending.push(after_commit(reply, done));
                }
            }
        }
    });
    trouble.note(&done);
    for reply in pending {
        reply(done.clone());
    }
}

/// Puts failures into the log, but not many: a full disk may hold the log, too.
#[derive(Default)]
struct TroubleLog {
    last: Option<Instant>,
    unsaid: u64,
}

impl TroubleLog {
    fn note<T>(&mut self, done: &Result<T, StoreFailure>) {
        let Err(failure) = done else { return };
        if self.last.is_some_and(|last| last.elapsed() < BREATH) {
            self.unsaid += 1;
            return;
        }
        if self.unsaid > 0 {
            log::error!("{} more failures are not listed here", std::mem::take(&mut self.unsaid));
        }
        log::error!("{failure}");
        self.last = Some(Instant::now());
    }
}

/// The answer to a request, as it is sent after the commit.
fn after_commit<T: 'static>(reply: ReplySender<T>, done: Result<T, StoreFailure>) -> PendingReply {
    Box::new(move |committed| {
        // Whoever asked may be gone.
        let _ = reply.send(committed.and(done));
    })
}

#[cfg(test)]
mod tests;
