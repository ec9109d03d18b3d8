//! `setoption`: change an option of the server or of the engine.

use nom::combinator::{map, opt};
use nom::multi::many0;
use nom::sequence::{pair, preceded};

use crate::command::Spoken;
use crate::option_context::{OptionContext, Then};
use crate::state::{CommandError, Context, Idle, InTurn, Launch};
use sarsen_core::game::excerpt;
use sarsen_core::sys::suggestion::did_you_mean;
use sarsen_engine::engine::OptionError;
use sarsen_engine::protocol::grammar::{keyword, trimmed, whole, word, words_before};
use sarsen_engine::protocol::{ParseError, Topic};

/// `setoption`: change an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption {
    /// Its name, with single blanks.
    pub name: String,
    /// Its new value. None for a button.
    pub value: Option<String>,
}

impl Spoken for SetOption {
    const TOPICS: &'static [Topic] = &[Topic {
        name: "setoption",
        aliases: &[],
        usage: "setoption name <name> [value <value>]",
        about: "change an option; 'ugi' lists them",
    }];

    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError> {
        let name = preceded(keyword("name"), words_before("value"));
        // A value may contain blanks, or be empty.
        let value = preceded(keyword("value"), trimmed(many0(word)));
        whole(topic, map(pair(name, opt(value)), |(name, value)| Self { name, value }), rest)
    }
}

impl InTurn for SetOption {
    fn execute(self: Box<Self>, idle: &mut Idle<'_>) -> Result<Launch, CommandError> {
        let (name, value) = (&self.name, self.value.as_deref());
        if let Some(then) = set_own(idle, name, value)? {
            match then {
                Then::Nothing => {}
                Then::Open { game, setup } => idle.open(&game, &setup)?,
                Then::UseNotation => idle.use_notation(),
            }
        } else if let Some(file) = idle.engine.file_of(name, value) {
            if !idle.context.permissions.files {
                return Err(file.forbidden().into());
            }
            return Ok(Launch::Load(file));
        } else if !idle.engine.set(name, value)? {
            let known = idle.options();
            let guess = did_you_mean(name, known.iter().map(|offer| offer.name));
            let name = excerpt(name, 40);
            return Err(format!("unknown option '{name}'; 'ugi' lists the options{guess}").into());
        }
        Ok(Launch::Nothing)
    }

    fn texts(&mut self) -> Vec<&mut String> {
        self.value.iter_mut().chain([&mut self.name]).collect()
    }
}

/// Sets one of the server's own options. Returns what has to be done then, or None if the server
/// has no option of this name.
fn set_own(
    idle: &mut Idle<'_>,
    name: &str,
    value: Option<&str>,
) -> Result<Option<Then>, OptionError> {
    let game = idle.engine.session().game();
    let Context { registry, dialect, options, .. } = &mut *idle.context;
    let then = Then::Nothing;
    let mut context = OptionContext { registry, dialect: *dialect, game, then };
    let is_set = options.set(name, value, &mut context)?;
    Ok(is_set.then_some(context.then))
}
