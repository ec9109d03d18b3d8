//! Behind `/ws`: an engine for each connection.

use std::sync::Arc;

use axum::extract::ws::{WebSocket, close_code};
use tokio::sync::mpsc::channel;

use super::socket::{Carried, Parting, Terms, carry};
use crate::server::{Conversation, End, Host, Job, Outbox, Permissions, Shell, TooBusy};
use crate::session::Registry;
use crate::sys::threads::ThreadKind;

/// The number of lines that are read ahead. It is small, because a line may be long.
const AHEAD: usize = 16;

/// The limit for the memory of answers that a peer has not read yet, in bytes.
const CAPACITY: usize = 8 << 20;

/// Engines for connections.
pub(crate) struct EngineSocket {
    pub(crate) registry: Arc<Registry>,
}

struct InterimHost;

impl Host for InterimHost {
    fn take(&self, job: Job) -> Result<(), TooBusy> {
        let work = move || {
            job.carry_out().report();
        };
        ThreadKind::searching("search").detach(work).expect("a thread");
        Ok(())
    }
}

impl EngineSocket {
    /// Lets an engine talk over a socket, until one of both ends it.
    pub(super) async fn attend(&self, socket: WebSocket, terms: Terms) {
        let (sender, lines) = channel(AHEAD);
        let outbox = Outbox::new(CAPACITY);
        let begun = self.conversation().begin(&outbox);
        let carried = Carried { lines: sender, outbox };
        let talk = async move {
            match begun {
                Ok(attendant) => after(attendant.attend(lines).await),
                Err(error) => Parting::closed(close_code::AGAIN, error),
            }
        };
        carry(socket, terms, carried, talk).await;
    }

    fn conversation(&self) -> Conversation {
        Conversation {
            registry: Arc::clone(&self.registry),
            shell: Shell::default(),
            permissions: Permissions { files: false, ..Permissions::ALL },
            host: Arc::new(InterimHost),
        }
    }
}

/// How the connection ends after a conversation.
fn after(end: End) -> Parting {
    match end {
        End::Quit | End::InputEnded => Parting::closed(close_code::NORMAL, ""),
        End::Gone | End::OutputBroken => Parting::Gone,
        End::OutputStuck => {
            let most = CAPACITY >> 20;
            let why = format!("more than {most} MiB of answers have not been read");
            Parting::closed(close_code::AGAIN, why)
        }
    }
}
