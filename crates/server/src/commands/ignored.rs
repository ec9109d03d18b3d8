//! `debug` and `register`: UCI programs may send them, and they change nothing.

use std::time::Instant;

use crate::command::{AtOnce, Spoken};
use crate::state::ServerState;
use sarsen_engine::protocol::{ParseError, Topic};

/// `debug` or `register`: accepted, and changes nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ignored;

const ABOUT: &str = "accepted for UCI programs; changes nothing";

impl Spoken for Ignored {
    const TOPICS: &'static [Topic] = &[
        Topic { name: "debug", aliases: &[], usage: "debug [on|off]", about: ABOUT },
        Topic { name: "register", aliases: &[], usage: "register ...", about: ABOUT },
    ];

    fn parse(_: &Topic, _: &str) -> Result<Self, ParseError> {
        Ok(Self)
    }
}

impl AtOnce for Ignored {
    fn act(self: Box<Self>, state: ServerState, _: Instant) -> ServerState {
        state
    }
}
