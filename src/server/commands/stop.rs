//! `stop`: end the search, and those that wait.

use std::time::Instant;

use crate::protocol::grammar::alone;
use crate::protocol::{ParseError, Topic};
use crate::server::command::{AtOnce, Spoken};
use crate::server::state::ServerState;

/// `stop`: end the search, and those that wait.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop;

impl Spoken for Stop {
    const TOPICS: &'static [Topic] = &[Topic {
        name: "stop",
        aliases: &[],
        usage: "stop",
        about: "end the search and print the best move found",
    }];

    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError> {
        alone(topic, Self, rest)
    }
}

impl AtOnce for Stop {
    fn act(self: Box<Self>, state: ServerState, _: Instant) -> ServerState {
        state.stop()
    }
}
