//! The program: parses its arguments, runs a subcommand or the protocol, and ends the process.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory, FromArgMatches, Parser};

use super::branding::rebrand;
use super::examples::{Example, Examples};
use super::exit::exit_code;
use super::program::Program;
use super::rules_files::{self, Added};
use super::subcommands::{self, AnySubcommand};
use sarsen_core::sys::file_limit::fail_at_file_limit;
use sarsen_engine::session::Registry;

/// The examples of the help of the whole program.
const EXAMPLES: &[Example] = &[
    Example::any("sarsen"),
    Example::of("stonehenge", r#"printf 'newgame stonehenge\ngo movetime 500\n' | sarsen"#),
    Example::of("stonehenge", "sarsen play stonehenge --strength 40"),
    Example::of("connect4", "sarsen show connect4 --moves '4 4 3'"),
    Example::any(r#"echo '{"id": 1, "limits": {"depth": 10}}' | sarsen analyze"#),
    Example::of("connect4", "echo 4444425632 | sarsen solve connect4"),
    Example::of("connect4", "sarsen perft connect4 9"),
    Example::of(
        "connect4",
        "sarsen match connect4 -p Evaluator=threats -p Evaluator=chapter --nodes 1000",
    ),
    Example::of("othello", "sarsen learn othello 6x6 --hours 0.2"),
    Example::of("connect4", "sarsen tune connect4 --games 5000 -o my.toml"),
    Example::of("stonehenge", "sarsen conform stonehenge -- ./another-engine"),
    Example::any("RUST_LOG=debug sarsen"),
];

/// An engine for two-player board games.
///
/// Without a subcommand, it speaks a line-based protocol in the style of UCI on standard input and
/// output: type 'help' for its commands, 'go movetime 1000' for a move, 'quit' to leave. If the
/// first line is a command of GTP or NBoard, it speaks that protocol.
#[derive(Parser)]
#[command(about)]
struct Arguments {
    #[command(subcommand)]
    subcommand: Option<AnySubcommand>,
    /// Add the game that a file of rules describes, or the games of a folder of such files
    ///
    /// The game has the name of its file. It can be given several times. Where a game is named, the
    /// file can also be given instead: 'play hex.rbg'.
    #[arg(long = "rules", value_name = "FILE", global = true)]
    rules: Vec<PathBuf>,
}

/// Runs a program with these games: the subcommand that its arguments name, or the protocol on
/// standard input and output if they name none. `--help` lists the subcommands.
///
/// The first game is the default if the user names none. Logs go to standard error if the
/// environment variable `RUST_LOG` asks for them. [`Registry::named`] sets the name of the program.
pub fn run(registry: Registry) -> ExitCode {
    fail_at_file_limit();
    let examples = Examples { lines: EXAMPLES, subcommands: subcommands::EXAMPLES };
    let command = subcommands::with_notes(Arguments::command(), &registry);
    let command = rebrand(command, &examples, &registry);
    let Added { arguments, registry, files } = match rules_files::add(std::env::args_os(), registry)
    {
        Ok(added) => added,
        Err(failure) => return exit_code(Err(failure)),
    };
    let parsed = command.clone().try_get_matches_from(arguments);
    let subcommand = match parsed.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => arguments.subcommand,
        Err(answer) => return explain(&answer),
    };
    let Some(subcommand) = subcommand else { return sarsen_server::run_from(registry, shell()) };
    let program = Program { registry: Arc::new(registry), files, command };
    exit_code(subcommand.run(&program, &mut std::io::stdout()))
}

/// The name of this program and its subcommands, for users who type the protocol by hand.
fn shell() -> sarsen_server::Shell {
    let path = std::env::args_os().next().map(PathBuf::from);
    let program = path.as_deref().and_then(Path::file_stem).map(|name| name.to_string_lossy());
    let command = Arguments::command();
    sarsen_server::Shell {
        program: program.unwrap_or("sarsen".into()).into_owned(),
        tasks: command.get_subcommands().map(|known| known.get_name().to_owned()).collect(),
    }
}

/// Prints the answer of clap: help that the user asked for, or what is wrong with the arguments.
fn explain(answer: &clap::Error) -> ExitCode {
    let status = u8::try_from(answer.exit_code()).unwrap_or(u8::MAX);
    let printed = answer.print().and_then(|()| std::io::stdout().flush());
    match printed {
        // The message is lost, but the exit status reports the mistake too.
        Err(_) if answer.use_stderr() => ExitCode::from(status),
        printed => exit_code(printed.map(|()| ExitCode::from(status)).map_err(Into::into)),
    }
}
