//! An engine behind a WebSocket: how to connect to it, read what it says, and part from it.
//!
//! ```text
//!  address.rs    where it is, and how to get a connection there
//!  outgoing.rs   what goes to the server: lines as messages, and the close message
//!  incoming.rs   what comes from the server: messages, until the connection ends
//! ```
//!
//! Reading and writing go on at the same time, as with pipes. So a server that does not read does
//! not keep its client from reading.

mod address;
mod incoming;
mod outgoing;

use std::sync::Arc;
use std::time::{Duration, Instant};

pub use address::{AddressError, WebSocketAddress};
use incoming::{Incoming, Leaving};
use outgoing::{LineMessages, Outgoing, Sent};

use super::other_end::{ClientError, Departure, InputWriter, OtherEnd, start_thread};
use super::read_ahead::Giver;

/// How often a client that does not read asks whether the connection is still there.
const PING_PAUSE: Duration = Duration::from_millis(20);

/// An engine behind a WebSocket.
pub(super) struct SocketEngine {
    outgoing: Arc<Outgoing>,
    /// What comes in, until somebody listens.
    incoming: Option<Incoming>,
    /// How the connection has ended. The thread that listens finds out.
    note: Arc<Leaving>,
}

impl SocketEngine {
    /// Connects to a server. Returns what takes the lines, too.
    pub(super) fn connect(address: &WebSocketAddress) -> Result<(Self, InputWriter), ClientError> {
        let incoming = Incoming::connect(address)?;
        let outgoing = incoming.outgoing();
        let input = Box::new(LineMessages::new(Arc::clone(&outgoing)));
        Ok((Self { outgoing, incoming: Some(incoming), note: Arc::default() }, input))
    }

    /// Waits without reading until the connection has ended: until it takes no more messages.
    fn wait_unheard(&self, patience: Duration) -> Result<Departure, ClientError> {
        let end = Instant::now() + patience;
        loop {
            match self.outgoing.ping() {
                Ok(Sent::Now | Sent::Busy) if Instant::now() < end => {
                    std::thread::sleep(PING_PAUSE);
                }
                Ok(_) => return Err(ClientError::Open(patience)),
                Err(error) => return Ok(Departure::Lost(error.to_string())),
            }
        }
    }
}

impl OtherEnd for SocketEngine {
    fn listen(&mut self, giver: Giver) -> Result<(), ClientError> {
        let Some(incoming) = self.incoming.take() else { return Ok(()) };
        let note = Arc::clone(&self.note);
        start_thread(move || {
            note.write(incoming.read_all(&giver));
            // A reader that finds no more lines may ask how the connection has ended.
            drop(giver);
        })
    }

    fn end_input(&mut self) {
        // The connection may have ended already.
        let _ = self.outgoing.close();
    }

    fn close_output(&mut self) {
        self.outgoing.cut();
    }

    fn send_binary(&mut self, bytes: &[u8]) -> Result<(), ClientError> {
        self.outgoing.binary(bytes).map_err(ClientError::Write)
    }

    fn wait(&mut self, patience: Duration) -> Result<Departure, ClientError> {
        if self.incoming.is_some() {
            return self.wait_unheard(patience);
        }
        self.note.wait(patience).ok_or(ClientError::Open(patience))
    }
}

impl Drop for SocketEngine {
    fn drop(&mut self) {
        self.outgoing.cut();
    }
}
