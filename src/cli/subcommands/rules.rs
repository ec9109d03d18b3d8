//! `sarsen rules`: prints the rules of a game.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;

use crate::cli::arguments::{GameArguments, open};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;
use crate::cli::prose;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::of("othello", "sarsen rules othello"),
    Example::of("connect4", "sarsen rules connect4"),
    Example::of("nuba", "sarsen rules nuba beyond"),
]);

/// Print the rules of a game, and how its moves are written
#[derive(Args)]
pub(crate) struct RulesArguments {
    #[command(flatten)]
    game: GameArguments,
}

impl RulesArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let session = open(&self.game.title(&program.registry), &program.registry)?;
        if session.rules().is_empty() {
            return Err(format!("{} does not tell its rules", session.title()).into());
        }
        writeln!(out, "{}\n\n{}", session.title(), prose::rules(session.rules(), prose::width()))?;
        Ok(ExitCode::SUCCESS)
    }
}
