//! `sarsen completions`: prints scripts that make a shell complete the command line.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use clap_complete::Shell;

use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::any("sarsen completions bash > sarsen.bash && . ./sarsen.bash"),
    Example::any("sarsen completions zsh > _sarsen"),
    Example::any("sarsen completions fish > sarsen.fish"),
]);

/// Print a script that makes a shell complete the command line
#[derive(Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

impl CompletionsArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let mut command = program.command.clone();
        let name = command.get_name().to_owned();
        // The script goes to memory first, because `generate` panics if it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        out.write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}
