//! `help`: the commands, or one command or option.

use nom::combinator::{map, opt};

use crate::command::Spoken;
use crate::state::{CommandError, Idle, InTurn, Launch};
use sarsen_engine::protocol::grammar::{whole, words};
use sarsen_engine::protocol::{ParseError, Topic, explain, reply};

/// `help`: list the commands, or explain one command or option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Help {
    /// The command or option. `None` asks for the list.
    pub topic: Option<String>,
}

impl Spoken for Help {
    const TOPICS: &'static [Topic] = &[Topic {
        name: "help",
        aliases: &[],
        usage: "help [<command>|<option>]",
        about: "list the commands, or explain one command or option",
    }];

    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError> {
        whole(topic, map(opt(words), |topic| Self { topic }), rest)
    }
}

impl InTurn for Help {
    fn execute(self: Box<Self>, idle: &mut Idle<'_>) -> Result<Launch, CommandError> {
        let topic = self.topic.as_deref();
        let option = || {
            idle.options().into_iter().find(|offer| topic.is_some_and(|name| offer.is_called(name)))
        };
        let commands = explain(idle.context.topics.iter().copied().flatten(), topic);
        let lines = commands.or_else(|| Some(option()?.explain())).ok_or(
            "help: no such command or option; 'help' lists the commands, 'ugi' the options",
        )?;
        lines.iter().for_each(|line| idle.context.say(reply::note(line)));
        Ok(Launch::Nothing)
    }

    fn texts(&mut self) -> Vec<&mut String> {
        self.topic.iter_mut().collect()
    }
}
