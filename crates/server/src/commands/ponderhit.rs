//! `ponderhit`: the expected move was played.

use std::time::Instant;

use crate::command::{AtOnce, Spoken};
use crate::state::ServerState;
use sarsen_engine::protocol::grammar::alone;
use sarsen_engine::protocol::{ParseError, Topic};

/// `ponderhit`: the expected move was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PonderHit;

impl Spoken for PonderHit {
    const TOPICS: &'static [Topic] = &[Topic {
        name: "ponderhit",
        aliases: &[],
        usage: "ponderhit",
        about: "the expected move was played: 'go ponder' becomes an ordinary search",
    }];

    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError> {
        alone(topic, Self, rest)
    }
}

impl AtOnce for PonderHit {
    fn act(self: Box<Self>, state: ServerState, _: Instant) -> ServerState {
        state.ponder_hit()
    }
}
