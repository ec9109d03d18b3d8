//! `undo`: take back moves.

use nom::combinator::{map, opt};

use crate::command::Spoken;
use crate::state::{CommandError, Idle, InTurn, Launch};
use sarsen_engine::protocol::grammar::{number, whole};
use sarsen_engine::protocol::{ParseError, Topic};

/// `undo`: take back moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undo {
    /// How many.
    pub count: usize,
}

impl Spoken for Undo {
    const TOPICS: &'static [Topic] = &[Topic {
        name: "undo",
        aliases: &[],
        usage: "undo [<n>]",
        about: "take back the last n moves, one if n is left out",
    }];

    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError> {
        let count = map(opt(number), |count| usize::try_from(count.unwrap_or(1)));
        whole(topic, map(count, |count| Self { count: count.unwrap_or(usize::MAX) }), rest)
    }
}

impl InTurn for Undo {
    fn execute(self: Box<Self>, idle: &mut Idle<'_>) -> Result<Launch, CommandError> {
        idle.session_mut().undo(self.count)?;
        Ok(Launch::Nothing)
    }
}
