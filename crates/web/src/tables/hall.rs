//! What all tables share, and the way to their hosts.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::allowance::Allowance;
use super::finder::MoveFinder;
use super::mailbox::Mailbox;
use super::one_table::gathering::GuestNumber;
use super::one_table::rulebook::Rulebook;
use super::store::Store;

/// What the host of a table is told.
pub(super) enum HostMessage {
    /// A connection comes.
    Join(GuestNumber, Mailbox),
    /// A connection is gone.
    Leave(GuestNumber),
    /// A connection has sent a line. It is told when the line was heard.
    Line(GuestNumber, String, oneshot::Sender<()>),
    /// A search has ended.
    Found(u64, Result<String, String>),
}

/// The way to the host of each table in use.
#[derive(Default)]
pub(super) struct HostMap(Mutex<HashMap<String, mpsc::UnboundedSender<HostMessage>>>);

impl HostMap {
    /// Whether a table is in use.
    pub(super) fn has(&self, id: &str) -> bool {
        locked(&self.0).contains_key(id)
    }
}

/// What all tables share.
pub(super) struct Hall {
    pub(super) rules: Rulebook,
    pub(super) store: Store,
    pub(super) finder: Arc<dyn MoveFinder>,
    /// The address of each table begins with this.
    pub(super) prefix: String,
    /// Times are counted from here.
    pub(super) opened: Instant,
    allowance: Mutex<Allowance>,
    guests: AtomicU64,
    hosts: Arc<HostMap>,
}

impl Hall {
    /// An empty hall.
    pub(super) fn new(
        rules: Rulebook,
        store: Store,
        finder: Arc<dyn MoveFinder>,
        prefix: String,
        hosts: Arc<HostMap>,
    ) -> Self {
        Self {
            rules,
            store,
            finder,
            prefix,
            opened: Instant::now(),
            allowance: Mutex::default(),
            guests: AtomicU64::new(0),
            hosts,
        }
    }

    /// The milliseconds since the opening.
    pub(super) fn now(&self) -> u64 {
        u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// The instant that is a number of milliseconds after the opening.
    pub(super) fn instant(&self, time: u64) -> Instant {
        self.opened + Duration::from_millis(time)
    }

    /// A number for a new connection.
    pub(super) fn new_guest(&self) -> GuestNumber {
        self.guests.fetch_add(1, Relaxed)
    }

    /// Counts a table that a peer wants to create. If the peer has to wait, the error is how many
    /// seconds.
    pub(super) fn allow(&self, peer: IpAddr) -> Result<(), u64> {
        locked(&self.allowance).take(peer, self.now())
    }

    /// Tells the host of a table something, if it has one.
    pub(super) fn tell(&self, id: &str, message: HostMessage) {
        if let Some(host) = locked(&self.hosts.0).get(id) {
            // A host that has panicked hears nothing.
            let _ = host.send(message);
        }
    }

    /// The same. If the table has no host, a new one has to hear the messages that are returned.
    pub(super) fn tell_or_open(
        &self,
        id: &str,
        message: HostMessage,
    ) -> Option<mpsc::UnboundedReceiver<HostMessage>> {
        let mut hosts = locked(&self.hosts.0);
        let message = match hosts.get(id) {
            Some(host) => host.send(message).err()?.0,
            None => message,
        };
        let (host, messages) = mpsc::unbounded_channel();
        // Both ends are here, so the message arrives.
        let _ = host.send(message);
        hosts.insert(id.to_owned(), host);
        Some(messages)
    }

    /// A table needs no host any more. False if somebody has just told it something.
    pub(super) fn retire(&self, id: &str, messages: &mpsc::UnboundedReceiver<HostMessage>) -> bool {
        let mut hosts = locked(&self.hosts.0);
        let is_done = messages.is_empty();
        if is_done {
            hosts.remove(id);
            if hosts.len() * 4 < hosts.capacity() {
                hosts.shrink_to_fit();
            }
        }
        is_done
    }
}

/// What is behind a lock. It is whole after every statement, so a panic elsewhere does no harm.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
