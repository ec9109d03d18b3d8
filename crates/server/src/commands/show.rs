//! `show`: the board and facts about it, for a person.

use crate::command::Spoken;
use crate::state::{CommandError, Idle, InTurn, Launch};
use sarsen_engine::protocol::grammar::alone;
use sarsen_engine::protocol::{ParseError, Topic, reply};

/// `show`: draw the board for a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Show;

impl Spoken for Show {
    const TOPICS: &'static [Topic] = &[Topic {
        name: "show",
        aliases: &[],
        usage: "show",
        about: "draw the board; print the position, the result and facts such as threats",
    }];

    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError> {
        alone(topic, Self, rest)
    }
}

impl InTurn for Show {
    fn execute(self: Box<Self>, idle: &mut Idle<'_>) -> Result<Launch, CommandError> {
        for line in reply::board(idle.session()) {
            idle.context.say(reply::note(&line));
        }
        Ok(Launch::Nothing)
    }
}
