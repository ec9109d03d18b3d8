//! A connection at a table, from its first line to its last.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::mpsc::Receiver;
use tokio::sync::oneshot;

use super::create::create;
use super::farewell::{Farewell, closing};
use super::hall::{Hall, HostMessage};
use super::host::host;
use super::mailbox::Mailbox;
use super::one_table::gathering::GuestNumber;
use super::one_table::line::TableLine;
use super::one_table::secret::is_address;
use super::open::Tables;
use super::refusal::{MALFORMED, refusal};
use sarsen_core::game::excerpt;
use sarsen_engine::protocol::reply;
use sarsen_server::{Importance, Line, Outbox};

/// Where a connection begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entrance {
    /// At no table: it creates one.
    Create,
    /// At the table with this address.
    At(String),
}

/// Lets the connection of a peer speak with a table until it ends. Returns how it is to be closed.
///
/// `lines` come from the client. If they end, the client is gone. The outbox has the lines for the
/// client.
pub(crate) async fn attend(
    tables: &Tables,
    peer: IpAddr,
    entrance: Entrance,
    mut lines: Receiver<Line>,
    outbox: Outbox,
) -> Farewell {
    let hall = tables.hall();
    let id = match entrance {
        Entrance::At(id) if is_address(&id) => id,
        Entrance::At(id) => {
            let why = format!("there is no table '{}'", excerpt(&id, 40));
            outbox.send(Importance::Answer, reply::error(&why));
            return Farewell::closed(closing::NO_TABLE, why);
        }
        Entrance::Create => match create(hall, peer, &mut lines, &outbox).await {
            Ok(id) => id,
            Err(farewell) => return farewell,
        },
    };
    let (mailbox, farewell) = Mailbox::new(peer, outbox.clone());
    let guest = Guest::enter(id, hall, mailbox);
    tokio::select! {
        farewell = farewell => {
            farewell.unwrap_or_else(|_| Farewell::closed(closing::FAILED, "the table has failed"))
        }
        trouble = outbox.trouble() => trouble.into(),
        farewell = guest.listen(lines, &outbox) => farewell,
    }
}

/// A connection at a table. It leaves when this is dropped.
struct Guest {
    id: String,
    number: GuestNumber,
    hall: Arc<Hall>,
}

impl Guest {
    fn enter(id: String, hall: &Arc<Hall>, mailbox: Mailbox) -> Self {
        let number = hall.new_guest();
        if let Some(messages) = hall.tell_or_open(&id, HostMessage::Join(number, mailbox)) {
            tokio::spawn(host(id.clone(), Arc::clone(hall), messages));
        }
        Self { id, number, hall: Arc::clone(hall) }
    }

    /// Passes on lines until the client ends. The next one is taken when the last one was obeyed.
    async fn listen(&self, mut lines: Receiver<Line>, outbox: &Outbox) -> Farewell {
        loop {
            match lines.recv().await {
                None | Some(Line::End) => return Farewell::Gone,
                Some(Line::Refused(bad)) => {
                    for line in refusal(MALFORMED, &bad.why) {
                        outbox.send(Importance::Answer, line);
                    }
                }
                Some(Line::Text(line, _)) if is_quit(&line) => return Farewell::Quit,
                Some(Line::Text(line, _)) => {
                    let (sender, heard) = oneshot::channel();
                    self.hall.tell(&self.id, HostMessage::Line(self.number, line, sender));
                    // If the host is gone, nobody hears the line, and the farewell follows.
                    let _ = heard.await;
                }
            }
        }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.hall.tell(&self.id, HostMessage::Leave(self.number));
    }
}

fn is_quit(line: &str) -> bool {
    TableLine::parse(line) == Ok(Some(TableLine::Quit))
}
