//! The engine to be judged, and how patient the judge is.

use std::ffi::OsString;
use std::time::Duration;

use crate::client::{Client, ClientError, WebSocketAddress};
use sarsen_engine::protocol::Dialect;

/// Where the engine to be judged is.
#[derive(Clone, Debug)]
pub enum Contact {
    /// A program and its arguments. Each check starts it anew.
    Command(Vec<OsString>),
    /// A server that has an engine for each connection.
    Address(WebSocketAddress),
}

/// The engine to be judged, the game, and how patient the judge is.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Where the engine is.
    pub contact: Contact,
    /// What follows `newgame`, such as `connect4 8x7`. If empty, the engine's first game.
    pub game: String,
    /// An answer that should come at once counts as missing after this time.
    pub patience: Duration,
    /// How late a move may be.
    pub grace: Duration,
    /// The engine only plays: it is asked for moves, not for facts.
    pub only_plays: bool,
    /// The words that an engine that only plays knows. [`greet`](Self::greet) finds it out.
    pub dialect: Dialect,
}

impl Subject {
    /// A program and a game, judged with a patience of five seconds and a grace of 25 ms.
    #[must_use]
    pub fn new(command: Vec<OsString>, game: impl Into<String>) -> Self {
        Self::at(Contact::Command(command), game)
    }

    /// An engine anywhere and a game, judged with the same patience and grace.
    #[must_use]
    pub fn at(contact: Contact, game: impl Into<String>) -> Self {
        Self {
            contact,
            game: game.into(),
            patience: Duration::from_secs(5),
            grace: Duration::from_millis(25),
            only_plays: false,
            dialect: Dialect::default(),
        }
    }

    /// The command that begins the game anew.
    pub(super) fn new_game(&self) -> String {
        match self.only_plays {
            true => self.dialect.new_game().to_owned(),
            false => format!("newgame {}", self.game).trim_end().to_owned(),
        }
    }

    /// Whether the engine is behind a WebSocket.
    pub(super) fn is_remote(&self) -> bool {
        matches!(self.contact, Contact::Address(_))
    }

    /// A new engine that has been told nothing. Its output stays unread.
    pub(super) fn call(&self) -> Result<Client, ClientError> {
        match &self.contact {
            Contact::Command(command) => Client::start_unheard(command),
            Contact::Address(address) => Client::connect_unheard(address),
        }
    }
}
