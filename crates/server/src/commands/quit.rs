//! `quit`: end the program.

use std::time::Instant;

use crate::command::{AtOnce, Spoken};
use crate::state::ServerState;
use sarsen_engine::protocol::grammar::alone;
use sarsen_engine::protocol::{ParseError, Topic};

/// `quit`: end the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quit;

impl Spoken for Quit {
    const TOPICS: &'static [Topic] =
        &[Topic { name: "quit", aliases: &[], usage: "quit", about: "end the program" }];

    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError> {
        alone(topic, Self, rest)
    }
}

impl AtOnce for Quit {
    fn act(self: Box<Self>, state: ServerState, _: Instant) -> ServerState {
        state.quit()
    }
}
