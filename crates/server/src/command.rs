//! What a command is: how it is read, and when and how it is carried out.

use std::time::Instant;

use super::state::{CommandError, Idle, Launch, ServerState, WaitsAs};
use sarsen_engine::protocol::{ParseError, Topic};

/// How a command is written.
pub(crate) trait Spoken: Sized {
    /// Help on the words that a line of this command may begin with.
    const TOPICS: &'static [Topic];

    /// Reads the rest of a line that begins with the word of `topic`.
    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError>;
}

/// A command that is carried out when nothing runs. Until then it waits.
pub(crate) trait InTurn {
    /// Carries it out. Returns what it sets going.
    fn execute(self: Box<Self>, idle: &mut Idle<'_>) -> Result<Launch, CommandError>;

    /// What the queue has to know about it while it waits.
    fn waits_as(&self) -> WaitsAs {
        WaitsAs::Other
    }

    /// Whether its arrival ends the searches before it that would never end by themselves.
    fn ends_endless(&self) -> bool {
        false
    }
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
