//! The command line: a program for any games.

mod analyze;
mod book;
mod conform;
mod manual;
mod matches;
mod naming;
mod perft;
mod play;
mod position;
mod program;
mod questions;
mod records;
mod solve;
mod tune;

use std::error::Error;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use indicatif::ProgressBar;

use crate::batch::bench;
use crate::engine::cores;
use crate::proofs::{Proof, proof};
use crate::protocol::reply::nodes_per_second;
use crate::server;
use crate::session::Registry;
use crate::sys::input::read_file;
use crate::sys::stderr::complain;
use analyze::AnalyzeArguments;
use book::BookArguments;
use conform::{ConformArguments, NO_VERDICT};
use manual::{CompletionsArguments, ManArguments};
use matches::MatchArguments;
use perft::PerftArguments;
use play::PlayArguments;
use questions::{EvalArguments, MovesArguments, ShowArguments};
use records::RecordArguments;
use solve::SolveArguments;
use tune::TuneArguments;

/// An engine for two-player board games.
///
/// Without a subcommand it speaks a line-based protocol in the manner of UCI on standard input and
/// output: type 'help' for its commands, 'go movetime 1000' for a move, 'quit' to leave.
#[derive(Parser)]
#[command(
    about,
    after_help = "Examples:\n  \
    sarsen\n  \
    printf 'newgame stonehenge\\ngo movetime 500\\n' | sarsen\n  \
    sarsen play stonehenge --strength 40\n  \
    sarsen show connect4 --moves '4 4 3'\n  \
    echo '{\"id\": 1, \"limits\": {\"depth\": 10}}' | sarsen analyze\n  \
    echo 4444425632 | sarsen solve connect4\n  \
    sarsen perft connect4 9\n  \
    sarsen match connect4 -p Evaluator=threats -p Evaluator=chapter --nodes 1000\n  \
    sarsen tune connect4 --games 5000 -o my.toml\n  \
    sarsen conform stonehenge -- ./another-engine\n  \
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
    Solve(Box<SolveArguments>),
    Eval(EvalArguments),
    Moves(MovesArguments),
    Show(ShowArguments),
    Record(RecordArguments),
    Perft(PerftArguments),
    /// Search fixed positions of each game: the node count is the signature of the search
    #[command(after_help = "Examples:\n  sarsen bench")]
    Bench,
    Tune(Box<TuneArguments>),
    Conform(ConformArguments),
    Completions(CompletionsArguments),
    Man(ManArguments),
}

/// How often the progress of long work is shown.
const TICK: Duration = Duration::from_millis(250);

/// Exit status of a process that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

/// Work that was interrupted, and what has become of it.
#[derive(Debug, thiserror::Error)]
#[error("interrupted; {0}")]
struct Interrupted(&'static str);

/// Runs a program for these games: what its arguments ask for; without any, the protocol on
/// standard input and output. `--help` lists what there is.
///
/// The first game is the one that is meant where none is named. Logs go to standard error, if the
/// environment variable `RUST_LOG` asks for them. What the program is called, [`Registry::named`]
/// says.
pub fn run(registry: Registry) -> ExitCode {
    let command = program::own(Arguments::command(), &registry);
    let parsed = command.clone().try_get_matches();
    let task = match parsed.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => arguments.task,
        Err(answer) => return explain(&answer),
    };
    let Some(task) = task else { return server::run_from(registry, shell()) };
    let registry = Arc::new(registry);
    let mut out = std::io::stdout().lock();
    let success = |()| ExitCode::SUCCESS;
    let result = match task {
        Task::Analyze(arguments) => {
            drop(out);
            arguments.run(registry)
        }
        Task::Play(arguments) => arguments.run(&registry, &mut out).map(success),
        Task::Solve(arguments) => arguments.run(&registry, &mut out),
        Task::Perft(arguments) => arguments.run(&registry, &mut out).map(success),
        Task::Bench => run_bench(&registry, &mut out).map(success),
        Task::Match(arguments) => arguments.run(registry, &mut out).map(success),
        Task::Tune(arguments) => arguments.run(&registry, &mut out).map(success),
        Task::Eval(arguments) => arguments.run(&registry, &mut out).map(success),
        Task::Moves(arguments) => arguments.run(&registry, &mut out).map(success),
        Task::Show(arguments) => arguments.run(&registry, &mut out).map(success),
        Task::Record(arguments) => arguments.run(&registry, &mut out),
        Task::Book(arguments) => arguments.run(&registry, &mut out).map(success),
        Task::Conform(arguments) => match arguments.run(&registry, &mut out) {
            // The engine can be judged, but the verdict not be written.
            Err(error) if error.is::<std::io::Error>() => Err(error),
            Err(error) => {
                complain(&error);
                return ExitCode::from(NO_VERDICT);
            }
            verdict => verdict,
        },
        Task::Completions(arguments) => arguments.run(command, &mut out).map(success),
        Task::Man(arguments) => arguments.run(command, &mut out).map(success),
    };
    end(result)
}

/// How this program is called, for those who speak the protocol by hand.
fn shell() -> server::Shell {
    let called = std::env::args_os().next().map(std::path::PathBuf::from);
    let program = called.as_deref().and_then(Path::file_stem).map(|name| name.to_string_lossy());
    let tasks = Arguments::command();
    server::Shell {
        program: program.unwrap_or("sarsen".into()).into_owned(),
        tasks: tasks.get_subcommands().map(|task| task.get_name().to_owned()).collect(),
    }
}

/// Prints what clap has to say: help that was asked for, or what is wrong with the arguments.
fn explain(answer: &clap::Error) -> ExitCode {
    let status = u8::try_from(answer.exit_code()).unwrap_or(u8::MAX);
    let printed = answer.print().and_then(|()| std::io::stdout().flush());
    match printed {
        // The status says it, too.
        Err(_) if answer.use_stderr() => ExitCode::from(status),
        printed => end(printed.map(|()| ExitCode::from(status)).map_err(Into::into)),
    }
}

/// How the process ends. Answers that were lost are an error, unless nobody wanted to read them.
fn end(result: Result<ExitCode, Box<dyn Error>>) -> ExitCode {
    let flushed = |status| Ok(std::io::stdout().flush().map(|()| status)?);
    match result.and_then(flushed) {
        Ok(status) => status,
        // Whoever reads has seen enough.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            if error.is::<Interrupted>() { INTERRUPTED.into() } else { ExitCode::FAILURE }
        }
    }
}

/// Keeps a bar that is seen moving, if there is a thread to do it with: without one indicatif
/// panics.
fn keep_moving(bar: &ProgressBar, interval: Duration) {
    if !bar.is_hidden() && std::thread::Builder::new().spawn(|| ()).is_ok() {
        bar.enable_steady_tick(interval);
    }
}

/// A switch that an interrupt sets; a second interrupt ends the process.
fn interrupt_switch() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Relaxed) {
            // Whoever asks twice does not want to wait.
            crate::client::end_all();
            std::process::exit(INTERRUPTED.into());
        }
    })?;
    Ok(stop)
}

/// Reads the file of a proof.
fn load_proof(path: &Path) -> Result<Proof, String> {
    let wrong = |error: &dyn Error| format!("{}: {error}", path.display());
    let bytes = read_file(path, proof::MAGIC.as_bytes(), proof::LARGEST);
    let bytes = bytes.map_err(|error| wrong(&error))?;
    Proof::from_bytes(&bytes).map_err(|error| wrong(&error))
}

/// Reads the file of a proof about a game.
fn load_proof_for(path: &Path, title: &str) -> Result<Proof, String> {
    let proof = load_proof(path)?;
    expect_title(path, &proof, title)?;
    Ok(proof)
}

/// Refuses a proof about another game.
fn expect_title(path: &Path, proof: &Proof, title: &str) -> Result<(), String> {
    match proof.game == title {
        true => Ok(()),
        false => {
            Err(format!("{}: this is about {}, not about {title}", path.display(), proof.game))
        }
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn run_bench(registry: &Registry, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let nodes = bench::run(registry, out)?;
    let time = began.elapsed();
    writeln!(out, "nodes {nodes} time {} nps {}", time.as_millis(), nodes_per_second(nodes, time))?;
    Ok(())
}
