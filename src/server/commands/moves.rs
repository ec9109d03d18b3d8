//! `move`: play moves from the current position.

use nom::combinator::map;
use nom::multi::many1;

use crate::protocol::grammar::{trimmed, whole, word};
use crate::protocol::{ParseError, Topic};
use crate::server::command::{InTurn, Spoken};
use crate::server::state::{CommandError, Idle, Launch};

/// `move`: play moves from the current position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayMoves {
    /// The moves, separated by blanks.
    pub moves: String,
}

impl Spoken for PlayMoves {
    const TOPICS: &'static [Topic] = &[Topic {
        name: "move",
        aliases: &[],
        usage: "move <move>...",
        about: "play moves from the current position",
    }];

    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError> {
        whole(topic, map(trimmed(many1(word)), |moves| Self { moves }), rest)
    }
}

impl InTurn for PlayMoves {
    fn execute(self: Box<Self>, idle: &mut Idle<'_>) -> Result<Launch, CommandError> {
        idle.session_mut().play(&self.moves)?;
        Ok(Launch::Nothing)
    }
}
