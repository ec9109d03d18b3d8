//! Puts the program's name, its version and its examples into the command line.

use clap::Command;
use clap::builder::StyledStr;

use super::examples::{Examples, in_name};
use sarsen_core::sys::stderr::program;
use sarsen_engine::session::Registry;

/// The command line of a program with these games.
pub(super) fn rebrand(command: Command, examples: &Examples, registry: &Registry) -> Command {
    let name = program();
    let command = command.name(name.clone()).bin_name(name.clone());
    let command = command.version(registry.version().to_owned());
    named(command, Some(examples), &name, registry)
}

/// A command and its subcommands, with the program's name in their help, and with examples.
fn named(
    mut command: Command,
    examples: Option<&Examples>,
    name: &str,
    registry: &Registry,
) -> Command {
    let put = |text: &StyledStr| in_name(&text.to_string(), name);
    if let Some(text) = command.get_about().map(put) {
        command = command.about(text);
    }
    if let Some(text) = command.get_long_about().map(put) {
        command = command.long_about(text);
    }
    if let Some(text) = examples.and_then(|examples| examples.text(name, registry)) {
        command = command.after_help(text);
    }
    command.mut_subcommands(|sub| {
        let examples = examples.and_then(|examples| examples.subcommand(sub.get_name()));
        named(sub, examples, name, registry)
    })
}
