//! `sarsen conform`: tests whether an engine keeps the promises of the protocol.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use crate::cli::arguments::{GameWords, joined, leading, title};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::failure::Failure;
use crate::cli::program::Program;
use sarsen_core::sys::stderr::complain;
use sarsen_core::sys::suggestion::did_you_mean;
use sarsen_engine::session::Registry;
use sarsen_tools::client::conform::{self, Contact, PROMISES, Subject};
use sarsen_tools::client::{WebSocketAddress, end_with_process};

/// Exit status if there is no verdict.
const NO_VERDICT: u8 = 2;

/// Exit status if no promise is broken, but the machine was too busy to be sure of all.
const BUSY: u8 = 3;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::any("sarsen conform"),
    Example::of("connect4", "sarsen conform connect4 8x7 -- ./another-engine --its-option"),
    Example::any("sarsen conform --only 4,8 --grace-ms 100 -- ./another-engine"),
    Example::any("sarsen conform --only-play -- ./another-engine"),
]);

/// Test whether an engine keeps the promises of the protocol: exit status 0 if all, 1 if not
///
/// Talks to the engine as clients do, for about half a minute. By default, the engine is this
/// program, with the same files of rules. With '--connect', it is behind a WebSocket, such as that
/// of 'sarsen serve'. For each of the 16 promises of protocol.md, prints whether the engine keeps
/// it. Number 0 is the right form of its lines. For each broken promise, it prints what was sent
/// ('>'), what came back ('<'), what the engine wrote on standard error ('!') and the time of each
/// line, in milliseconds. It asks the engine itself for legal moves and results, with 'query', but
/// not with '--only-play'.
///
/// If an answer is late, or missing, while the machine keeps others waiting, too, the check is made
/// again. If that does not help, the verdict is 'busy'. The exit status is then 3, unless a promise
/// is broken. It is 2 if there is no verdict, for example because the engine does not start.
#[derive(Args)]
pub(crate) struct ConformArguments {
    #[command(flatten)]
    game: GameWords,
    /// The engine without '--', if its first word is not one of our games
    #[arg(hide = true)]
    words: Vec<OsString>,
    /// Test only the promises with these numbers, 0 to 16, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = clap::value_parser!(u32).range(..=PROMISES.len() as i64 - 1)
    )]
    only: Vec<u32>,
    /// The engine only plays: it is not asked for facts
    ///
    /// It understands 'ugi' or 'uci', 'setoption', 'isready', 'uginewgame' or 'ucinewgame',
    /// 'position', 'go', 'stop', 'ponderhit' and 'quit', but neither 'newgame' nor 'query'. It is
    /// told the game by its option Game, as in 'sarsen match'. What only 'query' shows is listed as
    /// 'not asked'.
    #[arg(long)]
    only_play: bool,
    /// How long to wait for an answer that should come at once before it counts as missing
    #[arg(
        long,
        default_value_t = 5000,
        value_name = "MS",
        value_parser = clap::value_parser!(u64).range(500..)
    )]
    patience_ms: u64,
    /// How late a move may be
    #[arg(long, default_value_t = 25, value_name = "MS")]
    grace_ms: u64,
    /// Test the engine behind a WebSocket: ws://HOST:PORT/PATH, such as ws://127.0.0.1:8017/ws
    #[arg(long, value_name = "ADDRESS", conflicts_with = "engine")]
    connect: Option<WebSocketAddress>,
    /// The engine: a program and its arguments
    #[arg(last = true)]
    engine: Vec<OsString>,
}

impl ConformArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        match self.test(program, out) {
            // The engine can be tested, but the verdict cannot be written.
            Err(error @ Failure::Io(_)) => Err(error),
            Err(error) => {
                complain(&error);
                Ok(ExitCode::from(NO_VERDICT))
            }
            verdict => verdict,
        }
    }

    /// Tests the engine. An error means that there is no verdict.
    fn test(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let registry: &Registry = &program.registry;
        let words: Vec<&OsStr> =
            self.game.words().chain(self.words.iter().map(|word| &**word)).collect();
        // Other engines know other games.
        let count = match self.engine.is_empty() && self.connect.is_none() {
            true => leading(&words, registry),
            false => words.len(),
        };
        let game = title(&joined(&words[..count]), registry);
        let guess = match words.first() {
            Some(word) if count == 0 => did_you_mean(&word.to_string_lossy(), registry.names()),
            _ => String::new(),
        };
        let mut subject = Subject::at(self.contact(&words[count..], program)?, game);
        subject.patience = Duration::from_millis(self.patience_ms);
        subject.grace = Duration::from_millis(self.grace_ms);
        subject.only_plays = self.only_play;
        end_with_process(true)?;
        subject.greet().map_err(|why| why + &guess)?;
        let found = conform::judge(&subject, &self.only, out)?;
        Ok(match (found.broken, found.busy) {
            (0, 0) => ExitCode::SUCCESS,
            (0, _) => ExitCode::from(BUSY),
            _ => ExitCode::FAILURE,
        })
    }

    /// Where the engine is. These words are its command, as far as they are there.
    fn contact(&self, words: &[&OsStr], program: &Program) -> io::Result<Contact> {
        if let Some(address) = &self.connect {
            return Ok(Contact::Address(address.clone()));
        }
        let mut command: Vec<OsString> = words.iter().map(OsString::from).collect();
        command.extend(self.engine.iter().cloned());
        Ok(Contact::Command(if command.is_empty() { program.as_engine()? } else { command }))
    }
}
