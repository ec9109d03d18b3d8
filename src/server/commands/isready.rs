//! `isready`: a sign of life, or a sign that everything before it is done.

use std::time::Instant;

use crate::protocol::grammar::alone;
use crate::protocol::{ParseError, Topic};
use crate::server::command::{AtOnce, Spoken};
use crate::server::state::ServerState;

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
