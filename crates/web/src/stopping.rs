//! The end of the server, as its tasks see it.

use tokio::sync::watch;

/// Tells all tasks that the server ends.
pub(super) struct StopSignal(watch::Sender<bool>);

/// Hears when the server ends.
#[derive(Clone)]
pub(super) struct Stopping(watch::Receiver<bool>);

/// Both ends.
pub(super) fn stopping() -> (StopSignal, Stopping) {
    let (sender, receiver) = watch::channel(false);
    (StopSignal(sender), Stopping(receiver))
}

impl StopSignal {
    /// The server ends now.
    pub(super) fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Stopping {
    /// Waits until the server ends.
    pub(super) async fn begun(&mut self) {
        // Without a sender, the server has ended.
        let _ = self.0.wait_for(|stopped| *stopped).await;
    }
}
