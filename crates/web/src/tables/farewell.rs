//! How a connection to a table ends.

use sarsen_server::OutputTrouble;

/// The codes of RFC 6455 with which the server closes a connection to a table. Those from 4000 on
/// are its own.
pub(crate) mod closing {
    /// Something is broken in the server.
    pub(crate) const FAILED: u16 = 1011;
    /// There is no room; another time there may be.
    pub(crate) const BUSY: u16 = 1013;
    /// There is no such table.
    pub(crate) const NO_TABLE: u16 = 4404;
    /// Another connection has taken the seat.
    pub(crate) const REPLACED: u16 = 4409;
}

impl From<OutputTrouble> for Farewell {
    fn from(trouble: OutputTrouble) -> Self {
        match trouble {
            OutputTrouble::Stuck => Self::closed(closing::BUSY, "too many answers are not read"),
            OutputTrouble::Broken => Self::Gone,
        }
    }
}

/// How a connection to a table ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Farewell {
    /// The client is gone.
    Gone,
    /// The client has said `quit`.
    Quit,
    /// The server closes the connection.
    Closed {
        /// A code of RFC 6455, or one of ours.
        code: u16,
        /// The reason, for people.
        reason: String,
    },
}

impl Farewell {
    /// The server closes the connection.
    pub(super) fn closed(code: u16, reason: impl Into<String>) -> Self {
        Self::Closed { code, reason: reason.into() }
    }

    /// The reason, for people. Empty if the client ends the connection.
    #[must_use]
    pub(crate) fn reason(&self) -> &str {
        match self {
            Self::Gone | Self::Quit => "",
            Self::Closed { reason, .. } => reason,
        }
    }
}
