//! `sarsen man`: prints the manual pages.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap_mangen::Man;

use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::any("sarsen man > sarsen.1"),
    Example::any("sarsen man analyze > sarsen-analyze.1"),
    Example::any("mkdir man && sarsen man --dir man"),
]);

/// Print a page of the manual, or write all pages
#[derive(Args)]
pub(crate) struct ManArguments {
    /// The page of this subcommand [default: the page of the program]
    #[arg(conflicts_with = "dir")]
    subcommand: Vec<String>,
    /// Write all pages into this directory
    #[arg(long)]
    dir: Option<PathBuf>,
}

impl ManArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let mut command = program.command.clone().disable_help_subcommand(true);
        command.build();
        if let Some(dir) = &self.dir {
            clap_mangen::generate_to(command, dir)
                .map_err(|error| format!("{}: {error}", dir.display()))?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut page = &command;
        for name in &self.subcommand {
            let found = page.find_subcommand(name);
            page = found.ok_or_else(|| format!("there is no subcommand '{name}'"))?;
        }
        Man::new(page.clone()).render(&mut &mut *out)?;
        Ok(ExitCode::SUCCESS)
    }
}
