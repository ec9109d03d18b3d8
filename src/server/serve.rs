//! Runs the protocol: starts the threads, and runs the loop that owns all state.

use std::io::{IsTerminal, Read, Write};
use std::process::ExitCode;
use std::time::Duration;

use tokio::sync::mpsc::unbounded_channel;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};

use super::commands::TOPICS;
use super::event::Event;
use super::log::Log;
use super::outbox::Outbox;
use super::shell::Shell;
use super::state::{ServerState, Wires};
use super::{reader, search_thread};
use crate::session::Registry;
use crate::sys::stderr;

/// A long search gives a sign of life this often.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// After `quit`, the search may take this long to end, and the answers this long to be read.
const FAREWELL: Duration = Duration::from_secs(1);

/// At the end, the log may take this long to be written.
const LAST_WORDS: Duration = Duration::from_millis(250);

/// The process could not go on.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The system refused a thread, memory or a timer.
    #[error("cannot start: {0}")]
    Start(String),
    /// The answers cannot be written although there is a reader.
    #[error("cannot write the answers: {0}")]
    Output(std::io::Error),
    /// Nobody reads the answers, and there are too many to keep.
    #[error("nobody reads the answers: giving up")]
    OutputStuck,
}

/// Runs the protocol on standard input and output with these games, until `quit` or the end of
/// input.
///
/// Logs go to standard error, if the environment variable `RUST_LOG` asks for them.
pub fn run(registry: Registry) -> ExitCode {
    run_from(registry, Shell::default())
}

/// The same for a program with subcommands.
pub(crate) fn run_from(registry: Registry, shell: Shell) -> ExitCode {
    let log = Log::new(std::io::stderr);
    let target = env_logger::Target::Pipe(Box::new(log.clone()));
    let mut logger = env_logger::Builder::from_default_env();
    // If the program has a logger already, that one is used.
    let _ = logger.format_timestamp_micros().target(target).try_init();
    if std::io::stdin().is_terminal() {
        log.say(&shell.greeting());
    }
    let result = serve_from(registry, shell, std::io::stdin(), std::io::stdout());
    if let Err(error) = &result {
        log.say(&format!("{}: {error}", stderr::program()));
    }
    log.close(LAST_WORDS);
    if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs the protocol on any input and output, until `quit` or the end of the input. A closed output
/// ends it, too, and is not an error.
///
/// ```
/// let output = std::io::sink();
/// sarsen::server::serve(sarsen::games::registry(), &b"go depth 3\n"[..], output)?;
/// # Ok::<(), sarsen::server::ServeError>(())
/// ```
///
/// # Errors
///
/// If it cannot start, if the output cannot be written, or if nobody reads the answers and there
/// are too many to keep.
pub fn serve(
    registry: Registry,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    serve_from(registry, Shell::default(), input, output)
}

fn serve_from(
    registry: Registry,
    shell: Shell,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| ServeError::Start(error.to_string()))?;
    runtime.block_on(attend(registry, shell, input, output))
}

/// The loop that owns all state.
async fn attend(
    registry: Registry,
    shell: Shell,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let no_thread = |error: std::io::Error| ServeError::Start(format!("no thread: {error}"));
    let (event_sender, mut events) = unbounded_channel();
    let outbox = Outbox::spawn(output, event_sender.clone()).map_err(no_thread)?;
    let jobs = search_thread::spawn(event_sender.clone()).map_err(no_thread)?;
    let wires = Wires { outbox: outbox.clone(), jobs, events: event_sender };
    let mut state = ServerState::new(registry, shell, TOPICS, wires).map_err(ServeError::Start)?;
    // The reader starts last, because a server that cannot start must not read any input.
    let mut lines = reader::spawn(input).map_err(no_thread)?;
    let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut deadline = None;
    let result = loop {
        if state.is_done() {
            break Ok(());
        }
        tokio::select! {
            biased;
            event = events.recv() => match event {
                Some(Event::Search(report)) => state = state.reported(report),
                Some(Event::Loaded(number, loaded)) => state = state.loaded(number, loaded),
                Some(Event::OutputStuck) => break Err(ServeError::OutputStuck),
                Some(Event::OutputBroken) | None => break Ok(()),
            },
            line = lines.recv(), if !state.is_leaving() => {
                state = state.receive(line.unwrap_or(reader::Line::End));
                if state.was_told_to_quit() {
                    deadline = Some(Instant::now() + FAREWELL);
                }
            }
            _ = heartbeat.tick() => state = state.tick(),
            () = until(state.deadline().map(Instant::from_std)) => state = state.end_overdue(),
            () = until(deadline) => break Ok(()),
        }
    };
    state.abandon();
    // A client that did not say `quit` may read as slowly as it likes.
    let patience = state.was_told_to_quit().then_some(FAREWELL);
    let written = outbox.close(if result.is_ok() { patience } else { Some(FAREWELL) });
    result.and(written.map_err(ServeError::Output))
}

/// Waits until a moment, or for ever if the moment is None.
async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
