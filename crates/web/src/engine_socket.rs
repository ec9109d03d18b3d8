//! Behind `/ws`: an engine for each connection.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::ws::{WebSocket, close_code};
use tokio::sync::mpsc::channel;

use super::pool::Pool;
use super::socket::{Carried, SocketEnd, Terms, carry};
use sarsen_engine::session::Registry;
use sarsen_server::{Backlog, Conversation, End, Outbox, Permissions, Shell};

/// The number of lines that are read ahead. It is small, because a line may be long.
pub(super) const AHEAD: usize = 16;

/// The limit for the memory of answers that a peer has not read yet, in bytes.
const CAPACITY: usize = 8 << 20;

/// The limit for all connections together. While they exceed it, each has a much smaller one.
const CAPACITY_OF_ALL: usize = 256 << 20;

/// Engines for connections. They share threads and memory.
#[derive(Clone)]
pub(super) struct EngineSocket {
    registry: Arc<Registry>,
    pool: Arc<Pool>,
    backlog: Arc<Backlog>,
}

impl EngineSocket {
    pub(super) fn new(registry: Arc<Registry>, pool: Arc<Pool>) -> Self {
        Self { registry, pool, backlog: Arc::new(Backlog::new(CAPACITY_OF_ALL)) }
    }

    /// The lines that go to a peer, with a limit of its own and one for all.
    pub(super) fn outbox(&self) -> Outbox {
        Outbox::among(CAPACITY, Arc::clone(&self.backlog))
    }

    /// Lets an engine talk over a socket, until one of both ends it.
    pub(super) async fn attend(&self, socket: WebSocket, terms: Terms) {
        let (sender, lines) = channel(AHEAD);
        let outbox = self.outbox();
        let begun = self.conversation(terms.peer).begin(&outbox);
        let carried = Carried { lines: sender, outbox };
        let talk = async move {
            match begun {
                Ok(attendant) => after(attendant.attend(lines).await),
                Err(error) => SocketEnd::closed(close_code::AGAIN, error),
            }
        };
        carry(socket, terms, carried, talk).await;
    }

    /// A conversation with this peer, which may neither read files nor use more than its share.
    pub(super) fn conversation(&self, peer: IpAddr) -> Conversation {
        Conversation {
            registry: Arc::clone(&self.registry),
            shell: Shell::default(),
            permissions: Permissions { files: false, bounds: Some(self.pool.bounds()) },
            host: self.pool.client(peer),
        }
    }
}

/// How the connection ends after a conversation.
fn after(end: End) -> SocketEnd {
    match end {
        End::Quit | End::InputEnded => SocketEnd::closed(close_code::NORMAL, ""),
        End::Gone | End::OutputBroken => SocketEnd::Gone,
        End::OutputStuck => {
            SocketEnd::closed(close_code::AGAIN, "too many answers have not been read")
        }
    }
}
