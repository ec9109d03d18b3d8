//! `setoption`: change an option, the server's own or one of the engine.

use nom::combinator::{map, opt};
use nom::multi::many0;
use nom::sequence::{pair, preceded};

use crate::engine::Setting;
use crate::game::excerpt;
use crate::protocol::grammar::{keyword, trimmed, whole, word, words_before};
use crate::protocol::{ParseError, Topic};
use crate::server::command::{InTurn, Spoken};
use crate::server::options;
use crate::server::state::{Idle, Launch, Refusal};
use crate::sys::suggestion::did_you_mean;

/// `setoption`: change an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption {
    /// Its name, with single blanks.
    pub name: String,
    /// Its new value. `None` for a button.
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
        // A value may have blanks within, and be empty.
        let value = preceded(keyword("value"), trimmed(many0(word)));
        whole(topic, map(pair(name, opt(value)), |(name, value)| Self { name, value }), rest)
    }
}

impl InTurn for SetOption {
    fn execute(self: Box<Self>, idle: &mut Idle<'_>) -> Result<Launch, Refusal> {
        let (name, value) = (&self.name, self.value.as_deref());
        let own = options::own(idle.context.dialect, &idle.context.registry);
        if let Some(offer) = own.into_iter().find(|offer| offer.is_called(name)) {
            let setting = match value {
                // It may come with its setup.
                Some(words) if offer.name == options::GAME => Setting::Word(words.to_owned()),
                value => offer.read(value)?,
            };
            set_own(idle, offer.name, setting)?;
        } else if let Some(file) = idle.engine.file_of(name, value) {
            return Ok(Launch::Load(file));
        } else if !idle.engine.set(name, value)? {
            let known = idle.options();
            let guess = did_you_mean(name, known.iter().map(|offer| offer.name));
            let name = excerpt(name, 40);
            return Err(format!("unknown option '{name}'; 'ugi' lists the options{guess}").into());
        }
        Ok(Launch::Nothing)
    }
}

/// Sets one of the server's own options.
fn set_own(idle: &mut Idle<'_>, name: &str, setting: Setting) -> Result<(), Refusal> {
    match (name, setting) {
        (options::GAME, Setting::Word(words)) => {
            let (game, setup) = words.split_once(char::is_whitespace).unwrap_or((&words, ""));
            idle.open(&game.to_ascii_lowercase(), setup.trim())?;
        }
        (options::VARIANT, Setting::Word(variant)) => {
            let owner = idle.context.registry.uci_variants().find(|(name, _)| *name == variant);
            let game = owner.map(|(_, game)| game.to_owned()).unwrap_or_default();
            idle.context.options.variant = Some(variant);
            if idle.session().game() == game {
                idle.use_notation();
            } else {
                idle.open(&game, "")?;
            }
        }
        (options::PONDER, Setting::Truth(ponder)) => idle.context.options.ponder = ponder,
        (options::OWN_PONDER, Setting::Truth(ponder)) => idle.context.options.own_ponder = ponder,
        (options::OVERHEAD, Setting::Number(ms)) => idle.context.options.overhead_ms = ms,
        (name, setting) => unreachable!("{name} is announced, but cannot be {setting:?}"),
    }
    Ok(())
}
