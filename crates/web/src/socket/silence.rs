//! How long nothing has come from a peer.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};

/// Since when the server listens and hears nothing. None while it does not listen: then a peer may
/// have spoken, and is not to be blamed.
pub(super) struct Silence(Mutex<Option<Instant>>);

impl Silence {
    pub(super) fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Now the server listens.
    pub(super) fn begin(&self) {
        *self.since() = Some(Instant::now());
    }

    /// Something has come.
    pub(super) fn end(&self) {
        *self.since() = None;
    }

    /// Waits until the silence has lasted for this time.
    pub(super) async fn lasts(&self, patience: Duration) {
        loop {
            let since = *self.since();
            match since.map(|since| since + patience) {
                None => sleep(patience).await,
                Some(end) if end <= Instant::now() => return,
                Some(end) => sleep_until(end).await,
            }
        }
    }

    fn since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
