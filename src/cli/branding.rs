//! Puts the program's name and version into the command line. If a program has other games, its
//! help shows only examples that work there.

use clap::Command;
use clap::builder::{Resettable, StyledStr};

use crate::games::registry as built_in;
use crate::session::Registry;
use crate::sys::stderr::program;

/// The name of the program in the help texts, as they are written here.
const WRITTEN: &str = "sarsen";

/// Parts of examples that work only with the built-in games, besides their names: positions, moves,
/// evaluators, proofs.
const BUILT_IN_MARKS: [&str; 7] =
    ["--position '", "moves", "Evaluator", "Weights", ".toml", "@", ".proof"];

/// The length of the longest example, in characters. Clap breaks longer lines, so that they cannot
/// be copied.
const WIDTH: usize = 100;

/// The command line of a program with these games.
pub(super) fn rebrand(command: Command, registry: &Registry) -> Command {
    let name = program();
    let foreign = !built_in().names().all(|game| registry.names().any(|known| known == game));
    let command = command.name(name.clone()).bin_name(name.clone());
    named(command.version(registry.version().to_owned()), &name, foreign)
}

/// A command and its subcommands, with the program's name in their help. `foreign` leaves out the
/// examples for the built-in games.
fn named(mut command: Command, name: &str, foreign: bool) -> Command {
    let put = |text: &StyledStr| text.to_string().replace(WRITTEN, name);
    let usage = command.render_usage().to_string();
    // A handwritten usage begins with the name in `WRITTEN`.
    let rest = usage.strip_prefix("Usage: ").and_then(|usage| usage.strip_prefix(WRITTEN));
    if let Some(rest) = rest.filter(|rest| rest.starts_with(' ') && name != WRITTEN) {
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

/// Whether an example works with games that are not built in.
fn is_of_use(example: &str) -> bool {
    let built_in = built_in();
    let mut marks = BUILT_IN_MARKS.into_iter().chain(built_in.names());
    example.len() <= WIDTH && !marks.any(|mark| example.contains(mark))
}
