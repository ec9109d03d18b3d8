//! `sarsen tables`: the list of its subcommands. The order is that of `--help`.

mod build;
mod check;
mod common;
mod list;
mod pack;

use std::io::Write;

use clap::{Args, Subcommand};

use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;

/// The examples of its help, and of those of its subcommands.
pub(super) const EXAMPLES: Examples = Examples {
    lines: &[
        Example::of("checkers", "sarsen tables build checkers --pieces 5 --dir my-tables"),
        Example::of("checkers", "sarsen tables check checkers --pieces 4 --samples 1000"),
    ],
    subcommands: &[
        ("build", build::EXAMPLES),
        ("list", list::EXAMPLES),
        ("check", check::EXAMPLES),
        ("pack", pack::EXAMPLES),
    ],
};

/// Make endgame tables, list them and check them.
///
/// Endgame tables list every position with few pieces: who wins, and how soon. Those with very few
/// pieces come with the game. The engine uses others with the option 'Tables' (setoption name
/// Tables value FOLDER), and 'sarsen solve' with --tables.
#[derive(Args)]
pub(crate) struct TablesArguments {
    #[command(subcommand)]
    subcommand: TablesSubcommand,
}

/// A subcommand of `tables` with its arguments.
#[derive(Subcommand)]
enum TablesSubcommand {
    Build(build::TablesBuild),
    List(list::TablesList),
    Check(check::TablesCheck),
    Pack(pack::TablesPack),
}

impl TablesArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        match &self.subcommand {
            TablesSubcommand::Build(arguments) => arguments.run(program, out),
            TablesSubcommand::List(arguments) => arguments.run(program, out),
            TablesSubcommand::Check(arguments) => arguments.run(program, out),
            TablesSubcommand::Pack(arguments) => arguments.run(program, out),
        }
    }
}
