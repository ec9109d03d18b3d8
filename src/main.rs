//! The command line.

use std::error::Error;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use sarsen::bench;
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
}

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
