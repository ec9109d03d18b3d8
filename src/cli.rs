//! The command line: a complete program for any list of games.
//!
//! [`run`] parses the arguments and runs a subcommand, or the protocol if there is none. Each
//! subcommand is one file (or one folder) below `subcommands`. The other files are shared by
//! several subcommands: arguments, progress bars, interrupts, exit statuses.
//!
//! `CONTRIBUTING.md` shows how to add a subcommand. The first line of the doc comment of its
//! arguments is its line in the list of `--help`. The rest is the long help. A test runs all
//! examples. An error ends the process with status 1 and is printed on standard error. Help,
//! completions and manual pages are made from the arguments.

#[macro_use]
mod failure;

mod arguments;
mod book_file;
mod branding;
mod complaints;
mod examples;
mod exit;
mod file_error;
mod interrupt;
mod json;
mod output_file;
mod program;
mod progress;
mod proof_file;
mod prose;
mod rules_files;
mod run;
mod subcommands;
mod talk_log;

pub use run::run;
