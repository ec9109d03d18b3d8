//! What a command is: how it is read, and when and how it is carried out.

use std::time::Instant;

use super::state::{InTurn, ServerState};
use sarsen_engine::protocol::{ParseError, Topic};

/// How a command is written.
pub(crate) trait Spoken: Sized {
    /// Help on the words that a line of this command may begin with.
    const TOPICS: &'static [Topic];

    /// Reads the rest of a line that begins with the word of `topic`.
    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError>;
}

/// A command that acts when it arrives, whatever the server is doing.
pub(crate) trait AtOnce {
    /// Carries it out.
    fn act(self: Box<Self>, state: ServerState, arrived: Instant) -> ServerState;
}

/// When a command is carried out.
pub(crate) enum When {
    /// When its turn comes.
    InTurn(Box<dyn InTurn>),
    /// When it arrives.
    AtOnce(Box<dyn AtOnce>),
}
