//! `sarsen conform`: an engine is judged by the promises of the protocol.

use std::error::Error;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use crate::client::end_with_process;
use crate::conform::{self, PROMISES, Subject};
use clap::Args;

/// Exit status for an engine that cannot be judged.
pub(crate) const NO_VERDICT: u8 = 2;

/// Judge whether an engine keeps the promises of the protocol: exit status 0 if all, 1 if not
///
/// Talks to the engine (this program, if none is named) as clients do, for half a minute or so, and prints
/// which of the 16 promises of protocol.md it keeps, and (as number 0) whether its lines have the right
/// form; for each that is broken what was sent ('>'), what came back ('<'), what was said on standard
/// error ('!') and when, in milliseconds. Legal moves and results are asked of the engine itself, with
/// 'query'. An engine that cannot be judged gives exit status 2.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen conform\n  \
    sarsen conform --game 'connect4 8x7' -- ./another-engine --its-option\n  \
    sarsen conform --only 4,8 --grace-ms 100 ./another-engine")]
pub(crate) struct ConformArguments {
    /// The game and its setup, as 'newgame' takes them; the engine's first if left out
    #[arg(long)]
    game: Option<String>,
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
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    engine: Vec<OsString>,
}

impl ConformArguments {
    /// An error means that there is no verdict.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<ExitCode, Box<dyn Error>> {
        let mut command = self.engine;
        if command.is_empty() {
            command.push(std::env::current_exe()?.into_os_string());
        }
        let mut subject = Subject::new(command, self.game.unwrap_or_default());
        subject.patience = Duration::from_millis(self.patience_ms);
        subject.grace = Duration::from_millis(self.grace_ms);
        end_with_process(true)?;
        subject.greet()?;
        let broken = conform::judge(&subject, &self.only, out)?;
        Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
