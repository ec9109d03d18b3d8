//! The command line in the words of the program that it belongs to: its name and version, and
//! examples that work there.

use clap::Command;
use clap::builder::{Resettable, StyledStr};

use crate::session::Registry;
use crate::sys::stderr::program;

/// What helps call the program.
const WRITTEN: &str = "sarsen";

/// What only examples have that are about the built-in games: names, positions, moves, evaluators,
/// proofs.
const BUILT_IN: [&str; 9] = [
    "connect4",
    "stonehenge",
    "--position '",
    "moves",
    "Evaluator",
    "Weights",
    ".toml",
    "@",
    ".proof",
];

/// What does not fit into a line of so many characters is broken, and cannot be copied.
const WIDTH: usize = 100;

/// The command line of a program with these games.
pub(super) fn own(command: Command, registry: &Registry) -> Command {
    let name = program();
    let foreign = !BUILT_IN[..2].iter().all(|game| registry.names().any(|known| known == *game));
    let command = command.name(name.clone()).bin_name(name.clone());
    named(command.version(registry.version().to_owned()), &name, foreign)
}

/// A command and all below it with the program's name in their helps; in a foreign program without
/// the examples that are about other games.
fn named(mut command: Command, name: &str, foreign: bool) -> Command {
    let put = |text: &StyledStr| text.to_string().replace(WRITTEN, name);
    let usage = command.render_usage().to_string();
    // A usage of the command's own begins with the program as it is written there.
    let own = usage.strip_prefix("Usage: ").and_then(|own| own.strip_prefix(WRITTEN));
    if let Some(rest) = own.filter(|rest| rest.starts_with(' ') && name != WRITTEN) {
        command = command.override_usage(format!("{name}{rest}"));
    }
    if let Some(text) = command.get_about().map(put) {
        command = command.about(text);
    }
    if let Some(text) = command.get_long_about().map(put) {
        command = command.long_about(text);
    }
    if let Some(text) = command.get_after_help().map(put) {
        let lines = text.lines().filter(|line| !foreign || is_of_use(line));
        let text = lines.collect::<Vec<_>>().join("\n");
        command = match text.contains('\n') {
            true => command.after_help(text),
            false => command.after_help(Resettable::Reset),
        };
    }
    command.mut_subcommands(|sub| named(sub, name, foreign))
}

/// Whether an example can be tried with games that are not built in.
fn is_of_use(example: &str) -> bool {
    example.len() <= WIDTH && !BUILT_IN.iter().any(|mark| example.contains(mark))
}
