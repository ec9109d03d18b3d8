//! The way from a table to one of its connections.

use std::net::IpAddr;

use tokio::sync::oneshot;

use super::farewell::Farewell;
use sarsen_server::{Importance, Outbox};

/// The way to one connection. A sender never waits.
pub(super) struct Mailbox {
    /// Whose connection it is.
    pub(super) peer: IpAddr,
    outbox: Outbox,
    farewell: oneshot::Sender<Farewell>,
}

impl Mailbox {
    /// The way to the connection of a peer, which sends the lines of an outbox. It learns from the
    /// receiver that the table ends it.
    pub(super) fn new(peer: IpAddr, outbox: Outbox) -> (Self, oneshot::Receiver<Farewell>) {
        let (farewell, receiver) = oneshot::channel();
        (Self { peer, outbox, farewell }, receiver)
    }

    /// Sends a line.
    pub(super) fn tell(&self, line: String) {
        self.outbox.send(Importance::Answer, line);
    }

    /// Sends the line that shows the table. Of these lines, a slow client gets only the last.
    pub(super) fn show(&self, table: &str) {
        self.outbox.send(Importance::State, table.to_owned());
    }

    /// Ends the connection, after everything that was sent.
    pub(super) fn close(self, farewell: Farewell) {
        // The connection may have ended already.
        let _ = self.farewell.send(farewell);
    }
}
