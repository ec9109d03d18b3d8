//! `sarsen completions`: prints scripts that make a shell complete the command line.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use clap_complete::Shell;

use crate::cli::exit::RunResult;
use crate::cli::program::Program;

/// Print a script that makes a shell complete the command line
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen completions bash > sarsen.bash && . ./sarsen.bash\n  \
    sarsen completions zsh > _sarsen\n  \
    sarsen completions fish > sarsen.fish")]
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
