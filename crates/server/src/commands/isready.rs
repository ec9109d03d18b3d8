//! `isready`: a sign of life, or a sign that everything before it is done.

use std::time::Instant;

use crate::command::{AtOnce, Spoken};
use crate::state::ServerState;
use sarsen_engine::protocol::grammar::alone;
use sarsen_engine::protocol::{ParseError, Topic};

/// `isready`: a sign of life, or a sign that everything before it is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IsReady;

impl Spoken for IsReady {
    const TOPICS: &'static [Topic] = &[Topic {
        name: "isready",
        aliases: &[],
        usage: "isready",
        about: "print readyok: at once during a search, otherwise after all earlier commands",
    }];

    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError> {
        alone(topic, Self, rest)
    }
}

impl AtOnce for IsReady {
    fn act(self: Box<Self>, state: ServerState, arrived: Instant) -> ServerState {
        state.ready(arrived)
    }
}
