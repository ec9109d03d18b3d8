//! The command line.

mod commands {
    pub(crate) mod analyze;
    pub(crate) mod book;
    pub(crate) mod conform;
    pub(crate) mod manual;
    pub(crate) mod matches;
    pub(crate) mod perft;
    pub(crate) mod play;
    pub(crate) mod position;
    pub(crate) mod questions;
    pub(crate) mod records;
}

use std::error::Error;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::{CommandFactory, Parser, Subcommand};
use commands::analyze::AnalyzeArguments;
use commands::book::BookArguments;
use commands::conform::{ConformArguments, NO_VERDICT};
use commands::manual::{CompletionsArguments, ManArguments};
use commands::matches::MatchArguments;
use commands::perft::PerftArguments;
use commands::play::PlayArguments;
use commands::questions::{EvalArguments, MovesArguments, ShowArguments};
use commands::records::RecordArguments;
use sarsen::bench;
use sarsen::games;
use sarsen::protocol::reply::nodes_per_second;

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
    sarsen play stonehenge --strength 40\n  \
    sarsen show connect4 --moves '4 4 3'\n  \
    echo '{\"id\": 1, \"limits\": {\"depth\": 10}}' | sarsen analyze\n  \
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
    Play(Box<PlayArguments>),
    Match(Box<MatchArguments>),
    Book(BookArguments),
    Analyze(AnalyzeArguments),
    Eval(EvalArguments),
    Moves(MovesArguments),
    Show(ShowArguments),
    Record(RecordArguments),
    Perft(PerftArguments),
    /// Search fixed positions to fixed depths: its node count is the signature of the search
    #[command(after_help = "Examples:\n  sarsen bench")]
    Bench,
    Conform(ConformArguments),
    Completions(CompletionsArguments),
    Man(ManArguments),
}

fn main() -> ExitCode {
    let task = Arguments::parse().task;
    let mut out = std::io::stdout().lock();
    let success = |()| ExitCode::SUCCESS;
    let result = match task {
        None => {
            drop(out);
            return sarsen::run(games::registry());
        }
        Some(Task::Analyze(arguments)) => {
            drop(out);
            arguments.run()
        }
        Some(Task::Play(arguments)) => arguments.run(&mut out).map(success),
        Some(Task::Perft(arguments)) => arguments.run(&mut out).map(success),
        Some(Task::Bench) => run_bench(&mut out).map(success),
        Some(Task::Match(arguments)) => arguments.run(&mut out).map(success),
        Some(Task::Eval(arguments)) => arguments.run(&mut out).map(success),
        Some(Task::Moves(arguments)) => arguments.run(&mut out).map(success),
        Some(Task::Show(arguments)) => arguments.run(&mut out).map(success),
        Some(Task::Record(arguments)) => arguments.run(&mut out),
        Some(Task::Book(arguments)) => arguments.run(&mut out).map(success),
        Some(Task::Conform(arguments)) => match arguments.run(&mut out) {
            Err(error) => {
                // Whoever does not read to the end has no verdict, but asked for none.
                if !is_broken_pipe(&*error) {
                    eprintln!("sarsen: {error}");
                }
                Ok(ExitCode::from(NO_VERDICT))
            }
            verdict => verdict,
        },
        Some(Task::Completions(arguments)) => {
            arguments.run(Arguments::command(), &mut out).map(success)
        }
        Some(Task::Man(arguments)) => arguments.run(Arguments::command(), &mut out).map(success),
    };
    match result {
        Ok(status) => status,
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

fn run_bench(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let nodes = bench::run(&games::registry(), out)?;
    let time = began.elapsed();
    writeln!(out, "nodes {nodes} time {} nps {}", time.as_millis(), nodes_per_second(nodes, time))?;
    Ok(())
}
