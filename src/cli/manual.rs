//! `sarsen completions` and `sarsen man`: the command line for shells and for `man`.

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

/// Print what makes a shell complete the command line
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
    pub(crate) fn run(
        &self,
        mut command: Command,
        out: &mut dyn Write,
    ) -> Result<(), Box<dyn Error>> {
        // In memory first: what it cannot write it does not forgive.
        let mut script = Vec::new();
        let name = command.get_name().to_owned();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        out.write_all(&script)?;
        Ok(())
    }
}

/// Print a page of the manual, or write all of them
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen man > sarsen.1\n  \
    sarsen man analyze > sarsen-analyze.1\n  \
    sarsen man --dir .")]
pub(crate) struct ManArguments {
    /// The page of this subcommand
    #[arg(conflicts_with = "dir")]
    subcommand: Vec<String>,
    /// Write all pages into this directory
    #[arg(long)]
    dir: Option<PathBuf>,
}

impl ManArguments {
    pub(crate) fn run(&self, command: Command, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
        let mut command = command.disable_help_subcommand(true);
        command.build();
        if let Some(dir) = &self.dir {
            return clap_mangen::generate_to(command, dir)
                .map_err(|error| format!("{}: {error}", dir.display()).into());
        }
        let mut page = &command;
        for name in &self.subcommand {
            let found = page.find_subcommand(name);
            page = found.ok_or_else(|| format!("there is no subcommand '{name}'"))?;
        }
        Man::new(page.clone()).render(&mut &mut *out)?;
        Ok(())
    }
}
