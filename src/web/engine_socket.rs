//! Behind `/ws`: an engine for each connection.

use axum::extract::ws::{WebSocket, close_code};
use tokio::sync::mpsc::channel;

use super::interim::{WebOutbox, talk};
use super::socket::{Carried, Parting, Terms, carry};

/// The number of lines that are read ahead. It is small, because a line may be long.
const AHEAD: usize = 16;

/// Engines for connections.
pub(crate) struct EngineSocket;

impl EngineSocket {
    /// Lets an engine talk over a socket, until one of both ends it.
    pub(super) async fn attend(&self, socket: WebSocket, terms: Terms) {
        let (sender, lines) = channel(AHEAD);
        let outbox = WebOutbox::default();
        let carried = Carried { lines: sender, outbox: outbox.clone() };
        let talk = async move {
            talk(lines, &outbox).await;
            Parting::closed(close_code::NORMAL, "")
        };
        carry(socket, terms, carried, talk).await;
    }
}
