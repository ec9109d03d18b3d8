//! A connection at a table, from its first line to its last.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::mpsc::{Receiver, Sender};
use tokio::sync::oneshot;

use super::create::create;
use super::farewell::{Farewell, closing};
use super::hall::{Hall, HostMessage};
use super::host::host;
use super::mailbox::{Mail, Mailbox};
use super::one_table::gathering::GuestNumber;
use super::one_table::line::TableLine;
use super::one_table::secret::is_address;
use super::open::Tables;
use crate::game::excerpt;
use crate::protocol::reply;

/// Where a connection begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entrance {
    /// At no table: it creates one.
    Create {
        /// Whose connection it is.
        peer: IpAddr,
    },
    /// At the table with this address.
    At(String),
}

/// Lets a connection speak with a table until it ends. Returns how it is to be closed.
///
/// `lines` come from the client. Without them the client is gone. `out` takes the lines for the
/// client; if it is full, the client is slow, and only the last of the lines that show the table
/// waits.
pub async fn attend(
    tables: &Tables,
    entrance: Entrance,
    mut lines: Receiver<String>,
    out: Sender<String>,
) -> Farewell {
    let hall = tables.hall();
    let id = match entrance {
        Entrance::At(id) if is_address(&id) => id,
        Entrance::At(id) => {
            let why = format!("there is no table '{}'", excerpt(&id, 40));
            let _ = out.send(reply::error(&why)).await;
            return Farewell::closed(closing::NO_TABLE, why);
        }
        Entrance::Create { peer } => match create(hall, peer, &mut lines, &out).await {
            Ok(id) => id,
            Err(farewell) => return farewell,
        },
    };
    Guest::enter(id, hall).converse(lines, out).await
}

/// A connection at a table. It leaves when this is dropped.
struct Guest {
    id: String,
    number: GuestNumber,
    hall: Arc<Hall>,
    mailbox: Arc<Mailbox>,
}

impl Guest {
    fn enter(id: String, hall: &Arc<Hall>) -> Self {
        let (number, mailbox) = (hall.new_guest(), Arc::<Mailbox>::default());
        let join = HostMessage::Join(number, Arc::clone(&mailbox));
        if let Some(messages) = hall.tell_or_open(&id, join) {
            tokio::spawn(host(id.clone(), Arc::clone(hall), messages));
        }
        Self { id, number, hall: Arc::clone(hall), mailbox }
    }

    /// Passes lines both ways. The next line is heard when the last one was obeyed.
    async fn converse(self, mut lines: Receiver<String>, out: Sender<String>) -> Farewell {
        let mut heard: Option<oneshot::Receiver<()>> = None;
        loop {
            let has_time = heard.is_none() && !self.mailbox.is_full();
            tokio::select! {
                biased;
                room = room(&self.mailbox, &out) => match (room, self.mailbox.take()) {
                    (None, _) => return Farewell::Gone,
                    (Some(room), Some(Mail::Line(line))) => room.send(line),
                    (_, Some(Mail::Farewell(farewell))) => return farewell,
                    (_, None) => {}
                },
                () = answered(&mut heard) => heard = None,
                line = lines.recv(), if has_time => match line {
                    None => return Farewell::Gone,
                    Some(line) => heard = self.say(line),
                },
            }
        }
    }

    /// Tells the host a line. Returns who is told that it was heard.
    fn say(&self, line: String) -> Option<oneshot::Receiver<()>> {
        if TableLine::parse(&line) == Ok(Some(TableLine::Quit)) {
            self.mailbox.close(Farewell::Quit);
            return None;
        }
        let (told, heard) = oneshot::channel();
        self.hall.tell(&self.id, HostMessage::Line(self.number, line, told));
        Some(heard)
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.hall.tell(&self.id, HostMessage::Leave(self.number));
    }
}

/// Waits until there is something to send and room for it. None if nobody takes it.
async fn room<'a>(
    mailbox: &Mailbox,
    out: &'a Sender<String>,
) -> Option<tokio::sync::mpsc::Permit<'a, String>> {
    mailbox.ready().await;
    out.reserve().await.ok()
}

/// Waits until the last line was heard. For ever if there was none.
async fn answered(heard: &mut Option<oneshot::Receiver<()>>) {
    match heard {
        // If the host is gone, nobody will hear the line.
        Some(heard) => drop(heard.await),
        None => std::future::pending().await,
    }
}
