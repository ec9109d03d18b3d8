//! The command line: a complete program for any list of games.
//!
//! [`run`] parses the arguments and runs a subcommand, or the protocol if there is none. Each
//! subcommand is one file (or one folder) below `subcommands`. The other files are shared by
//! several subcommands: arguments, progress bars, interrupts, exit statuses.
//!
//! # To add a subcommand
//!
//! 1. Write `subcommands/NAME.rs` with a struct that derives `clap::Args`. The first line of its
//!    doc comment is the line in the list of `--help`. The rest is the long help. Put examples into
//!    `#[command(after_help = ...)]`. A test runs all of them. Flatten the shared `arguments` where
//!    they fit.
//! 2. Give it a method `run(&self, program: &Program, out: &mut dyn Write) -> RunResult`. An error
//!    ends the process with status 1 and is printed on standard error.
//! 3. Add the file and a variant to the list in `subcommands.rs`.
//!
//! Help, completions and manual pages are made from these.

mod arguments;
mod book_file;
mod branding;
mod exit;
mod interrupt;
mod json;
mod program;
mod progress;
mod proof_file;
mod run;
mod subcommands;

pub use run::run;
