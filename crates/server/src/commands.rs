//! The commands, one file each, and the list of them.
//!
//! The file of a command has its help, its grammar and its effect. The list at the end of this file
//! makes [`Command`], [`parse`] and [`help`].
//!
//! To add one, write its file, and name it in this file by `mod`, `pub use` and an entry of the
//! list. A command that acts during a search implements `AtOnce` instead of `InTurn`, and its entry
//! says `at_once`. A test demands a section of `protocol.md` for each command. `CONTRIBUTING.md`
//! names small commands to begin with.

mod go;
mod handshake;
mod help_command;
mod ignored;
mod isready;
mod moves;
mod newgame;
mod ponderhit;
mod position;
mod query;
mod quit;
mod setoption;
mod show;
mod stop;
mod undo;

pub use go::{Go, MOST_PROBLEMS};
pub use handshake::Handshake;
pub use help_command::Help;
pub use ignored::Ignored;
pub use isready::IsReady;
pub use moves::PlayMoves;
pub use newgame::NewGame;
pub use ponderhit::PonderHit;
pub use position::SetPosition;
pub use query::Query;
pub use quit::Quit;
pub use setoption::SetOption;
pub use show::Show;
pub use stop::Stop;
pub use undo::Undo;

pub(crate) use crate::command::When;

use crate::command::Spoken;
use sarsen_core::game::excerpt;
use sarsen_engine::protocol::grammar::word;
use sarsen_engine::protocol::{ParseError, Topic, explain};

/// Makes everything from the list: the enum, the grammar, the help, and when a command is carried
/// out.
macro_rules! commands {
    ($($Name:ident $when:ident,)*) => {
        /// A command, as it was understood.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Command {
            $(#[doc = concat!("See [`", stringify!($Name), "`].")]
            $Name($Name),)*
        }

        /// Help on all commands.
        pub(crate) const TOPICS: &[&[Topic]] = &[$($Name::TOPICS),*];

        /// Reads a line whose first word is `name`.
        fn parse_named(name: &str, rest: &str) -> Result<Command, ParseError> {
            $(if let Some(topic) = $Name::TOPICS.iter().find(|topic| topic.is_called(name)) {
                return $Name::parse(topic, rest).map(Command::$Name);
            })*
            Err(ParseError::Unknown(excerpt(name, 40)))
        }

        impl Command {
            /// When it is carried out.
            pub(crate) fn when(self) -> When {
                match self {
                    $(Self::$Name(command) => commands!(@ $when command),)*
                }
            }
        }
    };
    (@ in_turn $command:ident) => { When::InTurn(Box::new($command)) };
    (@ at_once $command:ident) => { When::AtOnce(Box::new($command)) };
}

/// Reads one line. `None` if it is blank.
///
/// # Errors
///
/// If the line is not a command.
pub fn parse(line: &str) -> Result<Option<Command>, ParseError> {
    match word(line) {
        Ok((rest, name)) => parse_named(name, rest).map(Some),
        Err(_) => Ok(None),
    }
}

/// Lines of help on one command, or an overview. `None` if there is no such command.
#[must_use]
pub fn help(command: Option<&str>) -> Option<Vec<String>> {
    explain(topics(), command)
}

/// All commands, in the order of [`help`].
pub fn topics() -> impl Iterator<Item = &'static Topic> {
    TOPICS.iter().copied().flatten()
}

// In the order of `help`.
commands! {
    NewGame in_turn,
    SetPosition in_turn,
    PlayMoves in_turn,
    Undo in_turn,
    Go in_turn,
    Stop at_once,
    PonderHit at_once,
    Show in_turn,
    Query in_turn,
    SetOption in_turn,
    Handshake in_turn,
    IsReady at_once,
    Help in_turn,
    Ignored at_once,
    Quit at_once,
}
