//! `position`: set up a position and play moves from it.

use crate::command::Spoken;
use crate::state::{CommandError, Idle, InTurn, Launch, RefusedPosition};
use sarsen_engine::protocol::{ParseError, PositionLine, Topic, reply};

/// `position`: set up a position and play moves from it, all or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetPosition(pub PositionLine);

impl Spoken for SetPosition {
    const TOPICS: &'static [Topic] = &[PositionLine::TOPIC];

    fn parse(_: &Topic, rest: &str) -> Result<Self, ParseError> {
        PositionLine::parse(rest).map(Self)
    }
}

impl InTurn for SetPosition {
    fn execute(self: Box<Self>, idle: &mut Idle<'_>) -> Result<Launch, CommandError> {
        let PositionLine { text, moves } = self.0;
        let result = idle.session_mut().set_position(text.as_deref(), &moves);
        idle.context.refused_position = result.as_ref().err().map(RefusedPosition::from);
        result.map_err(|error| format!("position refused, the old one stays: {error}"))?;
        let notes = [reply::beyond_claims(idle.session()), reply::settled(idle.session())];
        for note in notes.into_iter().flatten() {
            idle.context.say(reply::note(&note));
        }
        Ok(Launch::Nothing)
    }

    fn ends_endless(&self) -> bool {
        true
    }

    fn texts(&mut self) -> Vec<&mut String> {
        self.0.text.iter_mut().chain([&mut self.0.moves]).collect()
    }
}
