//! `sarsen man`: prints the manual pages.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Command};
use clap_mangen::Man;

use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::file_error::{FileError, InFile};
use crate::cli::program::Program;
use sarsen_core::sys::atomic_file;

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
            write_pages(&command, dir)?;
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

/// Writes the pages of a command and of all its subcommands, each as a whole or not at all.
fn write_pages(command: &Command, dir: &Path) -> Result<(), FileError<io::Error>> {
    for subcommand in command.get_subcommands().filter(|found| !found.is_hide_set()) {
        write_pages(subcommand, dir)?;
    }
    let man = Man::new(command.clone());
    let file = dir.join(man.get_filename());
    let mut page = Vec::new();
    man.render(&mut page).and_then(|()| atomic_file::replace(&file, &page)).in_file(file.display())
}
