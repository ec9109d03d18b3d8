//! `sarsen games`: lists the games.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::json::print_json;
use crate::cli::program::Program;
use crate::cli::prose;
use sarsen_engine::session::{GameEntry, Registry};

/// The examples of its help.
pub(super) const EXAMPLES: Examples =
    Examples::of(&[Example::any("sarsen games"), Example::any("sarsen games --json")]);

/// List the games: a line about each, and its setups
///
/// The first game is the default. A game may have more setups than these, such as other sizes of
/// the board: its rules say which. In the name of a game, capitals, blanks and signs do not matter.
#[derive(Args)]
pub(crate) struct GamesArguments {
    /// Print a JSON array of objects
    #[arg(long)]
    json: bool,
}

/// A game, as JSON.
#[derive(Serialize)]
struct GameJson<'a> {
    name: &'a str,
    /// Other names by which it is known.
    also: &'a [&'a str],
    summary: String,
    /// Some of its setups, the usual one first.
    setups: &'a [String],
}

impl GamesArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let registry = &program.registry;
        match self.json {
            true => print_json(&registry.entries().map(GameJson::of).collect::<Vec<_>>(), out)?,
            false => write!(out, "{}", list(registry))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl<'a> GameJson<'a> {
    fn of(entry: &'a GameEntry) -> Self {
        let (name, also) = (entry.name(), entry.other_names());
        Self { name, also, summary: entry.summary(), setups: entry.setups() }
    }
}

/// The games for people: a line about each, and below it the setups if there are several.
pub(super) fn list(registry: &Registry) -> String {
    let names = registry.entries().map(|entry| entry.name().chars().count());
    let column = names.max().unwrap_or_default() + 2;
    let indented = |text: String| text.replace('\n', &format!("\n{:column$}", ""));
    let width = prose::width().saturating_sub(column);
    let mut text = String::new();
    for entry in registry.entries() {
        let summary = entry.summary();
        let mut lines = prose::wrapped(summary.split_whitespace(), width);
        if !entry.setups().is_empty() {
            let setups = format!("setups: {}", entry.setups().join(", "));
            lines = format!("{lines}\n{}", prose::wrapped(setups.split_whitespace(), width));
        }
        let line = format!("{:column$}{}", entry.name(), indented(lines));
        text += &format!("{}\n", line.trim_end());
    }
    text
}
