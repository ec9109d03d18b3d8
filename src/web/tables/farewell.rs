//! How a connection to a table ends.

/// The codes of RFC 6455 with which the server closes a connection to a table. Those from 4000 on
/// are its own.
pub mod closing {
    /// Something is broken in the server.
    pub const FAILED: u16 = 1011;
    /// There is no room; another time there may be.
    pub const BUSY: u16 = 1013;
    /// There is no such table.
    pub const NO_TABLE: u16 = 4404;
    /// Another connection has taken the seat.
    pub const REPLACED: u16 = 4409;
}

/// How a connection to a table ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Farewell {
    /// The client is gone.
    Gone,
    /// The client has said `quit`.
    Quit,
    /// The server closes the connection.
    Closed {
        /// One of the codes in [`closing`].
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
    pub fn reason(&self) -> &str {
        match self {
            Self::Gone | Self::Quit => "",
            Self::Closed { reason, .. } => reason,
        }
    }
}
