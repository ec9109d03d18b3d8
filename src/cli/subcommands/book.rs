//! `sarsen book`: the list of its subcommands. The order is that of `--help`.

mod add;
mod build;
mod check;
mod common;
mod frontier;
mod merge;
mod prove;
mod show;

use std::io::Write;

use clap::{Args, Subcommand};

use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;

/// The examples of its help, and of those of its subcommands.
pub(super) const EXAMPLES: Examples = Examples {
    lines: &[
        Example::of("connect4", "sarsen book build my.book connect4 --positions 1000"),
        Example::any("sarsen book show my.book"),
    ],
    subcommands: &[
        ("build", build::EXAMPLES),
        ("show", show::EXAMPLES),
        ("merge", merge::EXAMPLES),
        ("check", check::EXAMPLES),
        ("frontier", frontier::EXAMPLES),
        ("add", add::EXAMPLES),
        ("prove", prove::EXAMPLES),
    ],
};

/// Grow opening books, look into them, merge and check them.
///
/// A book holds positions and their values. The engine uses it with the option 'Book' (setoption
/// name Book value FILE). A book comes with some games. It is called 'built-in' wherever a book is
/// read (a file of that name is './built-in').
#[derive(Args)]
pub(crate) struct BookArguments {
    #[command(subcommand)]
    subcommand: BookSubcommand,
}

/// A subcommand of `book` with its arguments.
#[derive(Subcommand)]
enum BookSubcommand {
    Build(build::BookBuild),
    Show(show::BookShow),
    Merge(merge::BookMerge),
    Check(check::BookCheck),
    Frontier(frontier::BookFrontier),
    Add(add::BookAdd),
    Prove(prove::BookProve),
}

impl BookArguments {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        match &self.subcommand {
            BookSubcommand::Build(arguments) => arguments.run(program, out),
            BookSubcommand::Show(arguments) => arguments.run(program, out),
            BookSubcommand::Merge(arguments) => arguments.run(program, out),
            BookSubcommand::Check(arguments) => arguments.run(program, out),
            BookSubcommand::Frontier(arguments) => arguments.run(program, out),
            BookSubcommand::Add(arguments) => arguments.run(program, out),
            BookSubcommand::Prove(arguments) => arguments.run(program, out),
        }
    }
}
