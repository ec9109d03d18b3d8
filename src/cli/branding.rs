//! Puts the program's name and version into the command line. If a program has other games, its
//! help shows only examples that work there.

use clap::Command;
use clap::builder::{Resettable, StyledStr};

use sarsen_core::sys::stderr::program;
use sarsen_engine::session::Registry;
use sarsen_games::registry as built_in;

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
    let built_in = built_in();
    let foreign = !built_in.names().all(|game| registry.names().any(|known| known == game));
    let marks: Vec<&str> = BUILT_IN_MARKS.into_iter().chain(built_in.names()).collect();
    let command = command.name(name.clone()).bin_name(name.clone());
    let command = command.version(registry.version().to_owned());
    named(command, &name, foreign.then_some(&marks[..]))
}

/// A command and its subcommands, with the program's name in their help. Examples with one of the
/// `marks` are left out.
fn named(mut command: Command, name: &str, marks: Option<&[&str]>) -> Command {
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
        let lines = text.lines().filter(|line| marks.is_none_or(|marks| is_of_use(line, marks)));
        let text = lines.collect::<Vec<_>>().join("\n");
        command = match text.contains('\n') {
            true => command.after_help(text),
            false => command.after_help(Resettable::Reset),
        };
    }
    command.mut_subcommands(|sub| named(sub, name, marks))
}

/// Whether an example works with games that are not built in.
fn is_of_use(example: &str, marks: &[&str]) -> bool {
    example.len() <= WIDTH && !marks.iter().any(|mark| example.contains(mark))
}
