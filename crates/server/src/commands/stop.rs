//! `stop`: end the search, and those that wait.

use std::time::Instant;

use crate::command::{AtOnce, Spoken};
use crate::state::ServerState;
use sarsen_engine::protocol::grammar::alone;
use sarsen_engine::protocol::{ParseError, Topic};

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
