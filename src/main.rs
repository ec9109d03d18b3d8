//! The command line.

mod commands {
    pub(crate) mod analyze;
    pub(crate) mod book;
    pub(crate) mod matches;
}

use std::error::Error;
use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand};
use commands::analyze::AnalyzeArguments;
use commands::book::BookArguments;
use commands::matches::MatchArguments;
use sarsen::bench;
use sarsen::conform::{self, PROMISES, Subject};
use sarsen::games;
use sarsen::protocol::reply::nodes_per_second;
use sarsen::search::Control;

/// An engine for two-player board games.
///
/// Without a subcommand it speaks a line-based protocol in the manner of UCI on standard input and
/// output: type 'help' for its commands, 'go movetime 1000' for a move, 'quit' to leave.
#[derive(Parser)]
#[command(
    version,
    about,
    after_help = "Examples:\n  \
    sarsen\n  \
    printf 'newgame stonehenge\\ngo movetime 500\\n' | sarsen\n  \
    sarsen perft connect4 9\n  \
    sarsen match --player Evaluator=threats --player Evaluator=chapter --nodes 1000\n  \
    sarsen conform --game stonehenge -- ./another-engine\n  \
    RUST_LOG=debug sarsen"
)]
struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Subcommand)]
enum Task {
    /// Count the lines of play up to a length: the test of rules
    #[command(after_help = "Examples:\n  \
        sarsen perft connect4 9\n  \
        sarsen perft connect4 6 --setup 8x7\n  \
        sarsen perft connect4 5 --position '7/7/7/7/3o3/3x3 x'")]
    Perft {
        /// The game
        game: String,
        /// Plies
        depth: u32,
        /// The setup, such as a board size
        #[arg(long, default_value = "")]
        setup: String,
        /// A position text to start from
        #[arg(long)]
        position: Option<String>,
    },
    /// Search fixed positions to fixed depths: its node count is the signature of the search
    Bench,
    /// Let engines play each other: ours in all its variants, and any that speaks UGI or UCI
    Match(Box<MatchArguments>),
    Analyze(AnalyzeArguments),
    Book(BookArguments),
    /// Judge whether an engine keeps the promises of the protocol: exit status 0 if all, 1 if not
    ///
    /// Talks to the engine (this program, if none is named) as clients do, for half a minute or so, and prints
    /// which of the 16 promises of protocol.md it keeps, and (as number 0) whether its lines have the right
    /// form; for each that is broken what was sent ('>'), what came back ('<'), what was said on standard
    /// error ('!') and when, in milliseconds. Legal moves and results are asked of the engine itself, with
    /// 'query'. An engine that cannot be judged gives exit status 2.
    #[command(after_help = "Examples:\n  \
        sarsen conform\n  \
        sarsen conform --game 'connect4 8x7' -- ./another-engine --its-option\n  \
        sarsen conform --only 4,8 --grace-ms 100 ./another-engine")]
    Conform {
        /// The game and its setup, as 'newgame' takes them; the engine's first if left out
        #[arg(long)]
        game: Option<String>,
        /// Only the promises of these numbers, 0 to 16, separated by commas
        #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u32).range(..PROMISES.len() as i64))]
        only: Vec<u32>,
        /// How long to wait for an answer that should come at once, before it counts as missing
        #[arg(long, default_value_t = 5000, value_name = "MS", value_parser = clap::value_parser!(u64).range(500..))]
        patience_ms: u64,
        /// How late a move may be
        #[arg(long, default_value_t = 25, value_name = "MS")]
        grace_ms: u64,
        /// The engine: a program and its arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        engine: Vec<OsString>,
    },
}

/// Exit status for an engine that cannot be judged.
const NO_VERDICT: u8 = 2;

fn main() -> ExitCode {
    let mut out = std::io::stdout().lock();
    let result = match Arguments::parse().task {
        None => {
            drop(out);
            return sarsen::run(games::registry());
        }
        Some(Task::Perft { game, depth, setup, position }) => {
            perft(&game, depth, &setup, position.as_deref(), &mut out)
        }
        Some(Task::Bench) => run_bench(&mut out),
        Some(Task::Match(arguments)) => arguments.run(&mut out),
        Some(Task::Analyze(arguments)) => {
            drop(out);
            match arguments.run() {
                Ok(status) => return status,
                Err(error) => Err(error),
            }
        }
        Some(Task::Book(arguments)) => arguments.run(&mut out),
        Some(Task::Conform { game, only, patience_ms, grace_ms, engine }) => {
            let mut subject = Subject::new(engine, game.unwrap_or_default());
            subject.patience = Duration::from_millis(patience_ms);
            subject.grace = Duration::from_millis(grace_ms);
            match judge(subject, &only, &mut out) {
                Ok(true) => Ok(()),
                Ok(false) => return ExitCode::FAILURE,
                Err(error) => {
                    // Whoever does not read to the end has no verdict, but asked for none.
                    if !is_broken_pipe(&*error) {
                        eprintln!("sarsen: {error}");
                    }
                    return ExitCode::from(NO_VERDICT);
                }
            }
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has seen enough.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sarsen: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Prints the count of every depth up to the one asked for.
fn perft(
    game: &str,
    depth: u32,
    setup: &str,
    position: Option<&str>,
    out: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let mut session = games::registry().open(game, setup)?;
    session.set_position(position, "")?;
    for plies in depth.min(1)..=depth {
        let control = Control::new();
        let Some(count) = session.perft(plies, &control) else { break };
        let time = control.elapsed();
        let speed = nodes_per_second(count, time);
        writeln!(out, "perft {plies} {count} time {} nps {speed}", time.as_millis())?;
    }
    Ok(())
}

fn run_bench(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let nodes = bench::run(&games::registry(), out)?;
    let time = began.elapsed();
    writeln!(out, "nodes {nodes} time {} nps {}", time.as_millis(), nodes_per_second(nodes, time))?;
    Ok(())
}

/// Whether the engine keeps its promises.
fn judge(mut subject: Subject, only: &[u32], out: &mut dyn Write) -> Result<bool, Box<dyn Error>> {
    if subject.command.is_empty() {
        subject.command.push(std::env::current_exe()?.into_os_string());
    }
    subject.greet()?;
    Ok(conform::judge(&subject, only, out)? == 0)
}
