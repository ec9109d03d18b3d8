//! How a connection ends.

use std::time::Duration;

use axum::Error;
use axum::extract::ws::close_code;
use tungstenite::Error as SocketError;
use tungstenite::error::ProtocolError;

use crate::wire::Noise;

/// The limit for a message, in bytes.
pub(super) const LONGEST_MESSAGE: usize = 64 << 10;

/// The limit for the frames of one message, in bytes. The longest message fits, even in frames of
/// one byte each.
pub(super) const LONGEST_FRAMES: usize = 8 * LONGEST_MESSAGE;

/// The last answers may take this long to be read.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// How a connection ends.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum SocketEnd {
    /// The peer is gone.
    Gone,
    /// The server closes it.
    Closed { code: u16, reason: String },
}

impl SocketEnd {
    /// The server closes the connection, with a code of RFC 6455 and a reason.
    pub(crate) fn closed(code: u16, reason: impl Into<String>) -> Self {
        Self::Closed { code, reason: reason.into() }
    }

    /// How long the peer may take to read the last answers. A slow reader still learns why the
    /// connection ends.
    pub(super) fn patience(&self) -> Duration {
        match self {
            Self::Gone => Duration::ZERO,
            Self::Closed { code: close_code::AGAIN, .. } => 3 * LAST_ANSWERS,
            Self::Closed { .. } => LAST_ANSWERS,
        }
    }

    /// The end after something wrong has come.
    pub(super) fn after(error: Error) -> Self {
        let error = error.into_inner();
        match error.downcast_ref::<SocketError>() {
            Some(SocketError::Capacity(_)) => {
                let most = LONGEST_MESSAGE >> 10;
                Self::closed(close_code::SIZE, format!("a message of more than {most} KiB"))
            }
            Some(SocketError::Utf8(_)) => {
                Self::closed(close_code::INVALID, "a text that is not UTF-8")
            }
            // The peer has gone in the middle of something.
            Some(SocketError::Protocol(
                ProtocolError::ResetWithoutClosingHandshake | ProtocolError::ReceivedAfterClosing,
            )) => Self::Gone,
            Some(SocketError::Protocol(wrong)) => {
                Self::closed(close_code::PROTOCOL, wrong.to_string())
            }
            Some(SocketError::Io(error))
                if error.get_ref().is_some_and(|why| why.is::<Noise>()) =>
            {
                Self::closed(close_code::POLICY, error.to_string())
            }
            _ => Self::Gone,
        }
    }
}
