//! `sarsen conform`: an engine is judged by the promises of the protocol.

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use crate::client::conform::{self, PROMISES, Subject};
use crate::client::end_with_process;
use crate::session::Registry;
use crate::sys::suggestion::did_you_mean;
use clap::Args;

use super::naming::{GameFlags, SETUP, joined, leading};

/// Exit status for an engine that cannot be judged.
pub(crate) const NO_VERDICT: u8 = 2;

/// Judge whether an engine keeps the promises of the protocol: exit status 0 if all, 1 if not
///
/// Talks to the engine (this program, if none is named) as clients do, for half a minute or so, and
/// prints which of the 16 promises of protocol.md it keeps, and (as number 0) whether its lines
/// have the right form; for each that is broken what was sent ('>'), what came back ('<'), what was
/// said on standard error ('!') and when, in milliseconds. Legal moves and results are asked of the
/// engine itself, with 'query'. An engine that cannot be judged gives exit status 2.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen conform\n  \
    sarsen conform connect4 8x7 -- ./another-engine --its-option\n  \
    sarsen conform --only 4,8 --grace-ms 100 -- ./another-engine")]
pub(crate) struct ConformArguments {
    /// The game, as 'newgame' takes it; the engine's first if left out
    game: Option<OsString>,
    #[arg(help = SETUP)]
    setup: Option<OsString>,
    /// The engine without '--', where its first word is no game of ours
    #[arg(hide = true)]
    words: Vec<OsString>,
    #[command(flatten)]
    flags: GameFlags,
    /// Only the promises of these numbers, 0 to 16, separated by commas
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u32).range(..PROMISES.len() as i64))]
    only: Vec<u32>,
    /// How long to wait for an answer that should come at once, before it counts as missing
    #[arg(long, default_value_t = 5000, value_name = "MS", value_parser = clap::value_parser!(u64).range(500..))]
    patience_ms: u64,
    /// How late a move may be
    #[arg(long, default_value_t = 25, value_name = "MS")]
    grace_ms: u64,
    /// The engine: a program and its arguments
    #[arg(last = true)]
    engine: Vec<OsString>,
}

impl ConformArguments {
    /// An error means that there is no verdict.
    pub(crate) fn run(
        self,
        registry: &Registry,
        out: &mut dyn Write,
    ) -> Result<ExitCode, Box<dyn Error>> {
        let words: Vec<&OsStr> =
            self.game.iter().chain(&self.setup).chain(&self.words).map(|word| &**word).collect();
        // Other engines know other games.
        let count = match self.engine.is_empty() {
            true => leading(&words, registry),
            false => words.len(),
        };
        let game = self.flags.title(&joined(&words[..count]), registry)?;
        let guess = match words.first() {
            Some(word) if count == 0 => did_you_mean(&word.to_string_lossy(), registry.names()),
            _ => String::new(),
        };
        let mut command: Vec<OsString> = words[count..].iter().map(OsString::from).collect();
        command.extend(self.engine);
        if command.is_empty() {
            command.push(std::env::current_exe()?.into_os_string());
        }
        let mut subject = Subject::new(command, game);
        subject.patience = Duration::from_millis(self.patience_ms);
        subject.grace = Duration::from_millis(self.grace_ms);
        end_with_process(true)?;
        subject.greet().map_err(|why| why + &guess)?;
        let broken = conform::judge(&subject, &self.only, out)?;
        Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
