//! `ugi` and `uci`: the handshakes, which choose the dialect.

use crate::command::Spoken;
use crate::state::{CommandError, Idle, InTurn, Launch};
use sarsen_engine::protocol::grammar::alone;
use sarsen_engine::protocol::{Dialect, ParseError, Topic, reply};

/// `ugi` or `uci`: list the name, the author and the options, and choose the dialect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handshake(pub Dialect);

const UCI: &str = "uci";

impl Spoken for Handshake {
    const TOPICS: &'static [Topic] = &[
        Topic {
            name: "ugi",
            aliases: &[],
            usage: "ugi",
            about: "list the name, the author and the options; end with ugiok",
        },
        Topic {
            name: UCI,
            aliases: &[],
            usage: "uci",
            about: "list the same as ugi; end with uciok; scores, and the moves of games that UCI programs \
                    know, are then in UCI form",
        },
    ];

    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError> {
        let dialect = if topic.name == UCI { Dialect::Uci } else { Dialect::Ugi };
        alone(topic, Self(dialect), rest)
    }
}

impl InTurn for Handshake {
    fn execute(self: Box<Self>, idle: &mut Idle<'_>) -> Result<Launch, CommandError> {
        idle.context.dialect = self.0;
        idle.use_notation();
        let Idle { context, .. } = &*idle;
        let registry = &context.registry;
        context.say(reply::id("name", &format!("{} {}", registry.name(), registry.version())));
        context.say(reply::id("author", registry.author()));
        idle.options().iter().for_each(|offer| context.say(offer.to_string()));
        context.say(if self.0 == Dialect::Uci { "uciok" } else { "ugiok" }.to_owned());
        Ok(Launch::Nothing)
    }
}
