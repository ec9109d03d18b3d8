//! What comes from a server: messages, until the connection ends.

use std::io::{Error as IoError, Read, Result as IoResult, Write};
use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tungstenite::client::IntoClientRequest;
use tungstenite::error::ProtocolError;
use tungstenite::handshake::HandshakeError;
use tungstenite::http::{HeaderValue, Response, header};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, WebSocket};

use super::address::WebSocketAddress;
use super::outgoing::Outgoing;
use crate::client::other_end::{ClientError, Departure};
use crate::client::read_ahead::Giver;

/// The limit for the time that the handshake may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// The limit for a message, in bytes.
const MAX_MESSAGE: usize = 1 << 20;

/// The receiving half of a connection, as the WebSocket sees it. What it answers by itself, to
/// pings for example, leaves between the messages of the sending half.
struct Ear {
    stream: TcpStream,
    outgoing: Arc<Outgoing>,
}

impl Read for Ear {
    fn read(&mut self, buffer: &mut [u8]) -> IoResult<usize> {
        self.stream.read(buffer)
    }
}

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        self.outgoing.reply(bytes)
    }

    fn flush(&mut self) -> IoResult<()> {
        Ok(())
    }
}

/// What comes from a server.
pub(super) struct Incoming(WebSocket<Ear>);

impl Incoming {
    /// Connects to a server.
    pub(super) fn connect(address: &WebSocketAddress) -> Result<Self, ClientError> {
        Self::try_connect(address)
            .map_err(|why| ClientError::Connect { address: address.to_string(), why })
    }

    fn try_connect(address: &WebSocketAddress) -> Result<Self, String> {
        let system = |error: IoError| error.to_string();
        let stream = address.dial().map_err(system)?;
        let outgoing = Arc::new(Outgoing::new(stream.try_clone().map_err(system)?));
        stream.set_read_timeout(Some(PATIENCE)).map_err(system)?;
        stream.set_write_timeout(Some(PATIENCE)).map_err(system)?;
        let mut request = address.uri().into_client_request().map_err(|error| error.to_string())?;
        // A page of the site itself says where it comes from. So do we.
        if let Ok(origin) = HeaderValue::from_str(&address.origin()) {
            request.headers_mut().insert(header::ORIGIN, origin);
        }
        let limits = WebSocketConfig::default()
            .max_message_size(Some(MAX_MESSAGE))
            .max_frame_size(Some(MAX_MESSAGE));
        let ear = Ear { stream, outgoing };
        let (socket, _) = tungstenite::client::client_with_config(request, ear, Some(limits))
            .map_err(|error| match error {
                HandshakeError::Failure(Error::Http(response)) => refusal(&response),
                HandshakeError::Failure(error) => error.to_string(),
                HandshakeError::Interrupted(_) => {
                    format!("no answer to the handshake within {PATIENCE:?}")
                }
            })?;
        let stream = &socket.get_ref().stream;
        stream.set_read_timeout(None).map_err(system)?;
        stream.set_write_timeout(None).map_err(system)?;
        Ok(Self(socket))
    }

    /// The sending half.
    pub(super) fn outgoing(&self) -> Arc<Outgoing> {
        Arc::clone(&self.0.get_ref().outgoing)
    }

    /// Gives away each text message as a line, until the connection ends or nobody takes lines any
    /// more. Returns how it has ended.
    pub(super) fn read_all(mut self, giver: &Giver) -> Departure {
        let mut closed = None;
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => {
                    if !giver.give(text.as_str().to_owned()) {
                        return Departure::Lost("nobody listened any more".to_owned());
                    }
                }
                Ok(Message::Binary(_)) => {
                    return Departure::Lost("a binary message came, but lines are text".to_owned());
                }
                Ok(Message::Close(frame)) => {
                    // The answer leaves with this. If it cannot, the connection is lost, and
                    // reading on will say so.
                    let _ = self.0.flush();
                    self.outgoing().is_closed_by_server();
                    let (code, reason) = match frame {
                        Some(frame) => (Some(frame.code.into()), frame.reason.to_string()),
                        None => (None, String::new()),
                    };
                    closed = Some(Departure::Closed { code, reason });
                }
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
                Err(error) => return parting(closed, &error),
            }
        }
    }
}

/// How a connection has ended if a read fails. After a close message, the system may report the end
/// in several ways.
fn parting(closed: Option<Departure>, error: &Error) -> Departure {
    let is_end = matches!(
        error,
        Error::ConnectionClosed
            | Error::Io(_)
            | Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)
    );
    match closed {
        Some(closed) if is_end => closed,
        _ => Departure::Lost(error.to_string()),
    }
}

/// What a server says when it refuses the connection.
fn refusal(response: &Response<Option<Vec<u8>>>) -> String {
    let body = response.body().as_deref().unwrap_or_default();
    let body = String::from_utf8_lossy(body);
    match body.trim() {
        "" => format!("the server answers {}", response.status()),
        text => format!("the server answers {}: {text}", response.status()),
    }
}

/// How a connection has ended, once that is known.
#[derive(Default)]
pub(super) struct Leaving(Mutex<Option<Departure>>, Condvar);

impl Leaving {
    /// Notes how the connection has ended.
    pub(super) fn write(&self, ending: Departure) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(ending);
        self.1.notify_all();
    }

    /// How the connection has ended, if that is known in time.
    pub(super) fn wait(&self, patience: Duration) -> Option<Departure> {
        let open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.1.wait_timeout_while(open, patience, |ending| ending.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}
