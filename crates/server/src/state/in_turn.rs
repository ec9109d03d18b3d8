//! A command that waits for its turn: what it does then, and what the queue has to know before.

use super::idle::{CommandError, Idle, Launch};

/// A command that is carried out when nothing runs. Until then it waits.
pub(crate) trait InTurn: Send {
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

    /// The texts that it keeps. The queue counts their memory.
    fn texts(&mut self) -> Vec<&mut String> {
        Vec::new()
    }
}

/// What the queue has to know about a command that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WaitsAs {
    /// A search. `endless`: it has no limit. `ponders`: it runs on the opponent's time.
    Search { endless: bool, ponders: bool },
    /// A count.
    Count,
    /// Anything else.
    Other,
}
