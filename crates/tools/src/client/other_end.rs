//! The other end of a conversation: what a process with pipes and a WebSocket have in common.

use std::fmt;
use std::io::{Error, ErrorKind, Write};
use std::process::ExitStatus;
use std::time::Duration;

use super::read_ahead::Giver;
use sarsen_core::sys::threads::ThreadKind;

/// Why a conversation with an engine cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The command cannot be run.
    #[error("cannot start '{command}': {error}")]
    Start {
        /// The program.
        command: String,
        /// What the system says.
        error: Error,
    },
    /// Nobody answers at this address, or not as a WebSocket.
    #[error("cannot connect to '{address}': {why}")]
    Connect {
        /// The address.
        address: String,
        /// What the system or the server says.
        why: String,
    },
    /// The system refuses a thread to listen or write with.
    #[error("no thread: {0}")]
    Thread(Error),
    /// The engine does not read, or has ended.
    #[error("it takes no more input: {0}")]
    Write(Error),
    /// The engine says nothing.
    #[error("no line came within {0:?}")]
    Silent(Duration),
    /// The engine will say nothing more.
    #[error("its output has ended")]
    Ended,
    /// The engine should have ended.
    #[error("the process was still there after {0:?}")]
    Lingers(Duration),
    /// The connection should have ended.
    #[error("the connection was still open after {0:?}")]
    Open(Duration),
}

/// How a conversation has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Departure {
    /// The process has ended.
    Exited(ExitStatus),
    /// The connection was closed in due form.
    Closed {
        /// The code of the close message, if it has one.
        code: Option<u16>,
        /// The reason that it gives.
        reason: String,
    },
    /// The connection was lost, or something came that must not come.
    Lost(String),
}

/// The code of a close message if all is well.
pub(super) const NORMAL_CLOSURE: u16 = 1000;

impl Departure {
    /// Whether all is well: status 0, or the code 1000.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        match self {
            Self::Exited(status) => status.success(),
            Self::Closed { code, .. } => *code == Some(NORMAL_CLOSURE),
            Self::Lost(_) => false,
        }
    }
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "the process has ended: {status}"),
            Self::Closed { code: Some(code), reason } if reason.is_empty() => {
                write!(f, "the connection was closed with {code}")
            }
            Self::Closed { code: Some(code), reason } => {
                write!(f, "the connection was closed with {code}: {reason}")
            }
            Self::Closed { code: None, .. } => f.write_str("the connection was closed, no code"),
            Self::Lost(why) => write!(f, "the connection was lost: {why}"),
        }
    }
}

/// Takes the client's lines. They leave at the latest when it is flushed.
pub(super) type InputWriter = Box<dyn Write + Send>;

/// The other end of a conversation. It ends when it is dropped.
pub(super) trait OtherEnd: Send {
    /// Begins to read, and gives each line away. A second call does nothing.
    fn listen(&mut self, giver: Giver) -> Result<(), ClientError>;

    /// Says that no more input comes. The client's [`InputWriter`] is gone already.
    fn end_input(&mut self);

    /// Closes the output, which nobody reads. A socket has no halves: it is cut.
    fn close_output(&mut self);

    /// Sends bytes that are not text.
    fn send_binary(&mut self, bytes: &[u8]) -> Result<(), ClientError>;

    /// Waits until the conversation has ended by itself.
    fn wait(&mut self, patience: Duration) -> Result<Departure, ClientError>;

    /// The beginning of what came beside the conversation.
    fn errors(&self) -> String {
        String::new()
    }

    /// The memory of the process in KiB, by a field of its status.
    fn memory(&self, _field: &str) -> Option<u64> {
        None
    }
}

/// The error if the input was closed, handed over or lost.
pub(super) fn no_input() -> ClientError {
    ClientError::Write(ErrorKind::BrokenPipe.into())
}

/// Starts a thread for some work.
pub(super) fn start_thread(work: impl FnOnce() + Send + 'static) -> Result<(), ClientError> {
    ThreadKind::named("client").detach(work).map_err(ClientError::Thread)
}
