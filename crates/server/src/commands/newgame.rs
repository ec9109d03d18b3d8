//! `newgame`: forget everything learnt, and begin the same game anew or another one.

use nom::combinator::{map, opt};
use nom::multi::many0;
use nom::sequence::pair;

use crate::command::Spoken;
use crate::state::{CommandError, Idle, InTurn, Launch};
use sarsen_engine::protocol::grammar::{owned_word, whole, word};
use sarsen_engine::protocol::{ParseError, Topic};

/// `newgame`: forget everything learnt, and begin the same game anew or another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// The game. None means the present one.
    pub game: Option<String>,
    /// Its setup. Empty for the usual one.
    pub setup: String,
}

impl Spoken for NewGame {
    const TOPICS: &'static [Topic] = &[Topic {
        name: "newgame",
        aliases: &["uginewgame", "ucinewgame"],
        usage: "newgame [<game> [<setup>]]",
        about: "forget everything learnt and go back to the start, or begin another game; \
                'ugi' lists the games",
    }];

    fn parse(topic: &Topic, rest: &str) -> Result<Self, ParseError> {
        let game = opt(pair(owned_word, many0(word)));
        let game = map(game, |asked| match asked {
            None => Self { game: None, setup: String::new() },
            Some((game, setup)) => Self { game: Some(game), setup: setup.join(" ") },
        });
        whole(topic, game, rest)
    }
}

impl InTurn for NewGame {
    fn execute(self: Box<Self>, idle: &mut Idle<'_>) -> Result<Launch, CommandError> {
        match self.game {
            None => idle.restart(),
            Some(game) => idle.open(&game, &self.setup)?,
        }
        Ok(Launch::Nothing)
    }

    fn ends_endless(&self) -> bool {
        true
    }

    fn texts(&mut self) -> Vec<&mut String> {
        self.game.iter_mut().chain([&mut self.setup]).collect()
    }
}
