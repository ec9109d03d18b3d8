//! `move`: play moves from the current position.

use nom::combinator::map;
use nom::multi::many1;

use crate::command::Spoken;
use crate::state::{CommandError, Idle, InTurn, Launch};
use sarsen_engine::protocol::grammar::{trimmed, whole, word};
use sarsen_engine::protocol::{ParseError, Topic};

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

    fn texts(&mut self) -> Vec<&mut String> {
        vec![&mut self.moves]
    }
}
