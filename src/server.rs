//! The process: reads commands, answers them, and keeps a search running beside.
//!
//! ```text
//!  standard input -> reader thread --lines--> [ one loop owns all state ] --jobs--> search thread
//!                                                |            ^                          |
//! standard output <- writer thread <--outbox-----+            +--------events------------+
//! ```
//!
//! The loop never blocks, so `stop` and `quit` are always heard. While a search runs, the session and
//! the table are with the search thread: what needs them waits its turn.

mod desk;
mod options;
mod outbox;
mod reader;
mod searcher;

use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::Duration;

use tokio::sync::mpsc::unbounded_channel;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};

use crate::session::Registry;
use desk::Desk;
use outbox::Outbox;

/// How long a search is silent at most.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// How long answers may take to leave, and searches to end, once the process is to end.
const FAREWELL: Duration = Duration::from_secs(1);

/// What happened, outside of the loop that owns the state.
enum Event {
    /// The search thread has something to say.
    Search(searcher::Report),
    /// Standard output can no longer be written; the outbox knows why.
    OutputBroken,
    /// Nobody reads standard output, and answers are too many to keep.
    OutputStuck,
}

/// The process could not go on.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The system refused a thread, memory or a timer.
    #[error("cannot start: {0}")]
    Start(String),
    /// The answers cannot be written, though they are read.
    #[error("cannot write the answers: {0}")]
    Output(std::io::Error),
    /// Nobody reads the answers, and they are too many to keep.
    #[error("nobody reads the answers: giving up")]
    OutputStuck,
}

/// Runs the protocol on standard input and output with these games, until `quit` or the end of input.
///
/// Logs go to standard error, if the environment variable `RUST_LOG` asks for them.
pub fn run(registry: Registry) -> ExitCode {
    let _ = env_logger::Builder::from_default_env().format_timestamp_micros().try_init();
    match serve(registry, std::io::stdin(), std::io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            crate::aside::say(format_args!("sarsen: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Runs the protocol on any input and output, until `quit` or the end of the input; a closed output ends
/// it too, and is no error.
///
/// ```
/// let output = std::io::sink();
/// sarsen::server::serve(sarsen::games::registry(), &b"go depth 3\n"[..], output)?;
/// # Ok::<(), sarsen::server::ServeError>(())
/// ```
///
/// # Errors
///
/// If it cannot start, if the output cannot be written, or if nobody reads a great many answers.
pub fn serve(
    registry: Registry,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| ServeError::Start(error.to_string()))?;
    runtime.block_on(attend(registry, input, output))
}

/// The loop that owns all state.
async fn attend(
    registry: Registry,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let (event_sender, mut events) = unbounded_channel();
    let mut lines = reader::spawn(input);
    let outbox = Outbox::spawn(output, event_sender.clone());
    let jobs =
        searcher::spawn(event_sender).map_err(|error| ServeError::Start(error.to_string()))?;
    let mut desk = Desk::new(registry, outbox.clone(), jobs).map_err(ServeError::Start)?;
    let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut deadline = None;
    let result = loop {
        if desk.is_done() {
            break Ok(());
        }
        tokio::select! {
            biased;
            event = events.recv() => match event {
                Some(Event::Search(report)) => desk.reported(report),
                Some(Event::OutputStuck) => break Err(ServeError::OutputStuck),
                Some(Event::OutputBroken) | None => break Ok(()),
            },
            line = lines.recv(), if !desk.is_leaving() => {
                desk.receive(line.unwrap_or(reader::Line::End));
                if desk.was_told_to_quit() {
                    deadline = Some(Instant::now() + FAREWELL);
                }
            }
            _ = heartbeat.tick() => desk.show_progress(),
            () = until(desk.deadline().map(Instant::from_std)) => desk.answer_overdue(),
            () = until(deadline) => break Ok(()),
        }
    };
    desk.abandon();
    // Whoever has not asked us to go may read as slowly as he likes.
    let patience = desk.was_told_to_quit().then_some(FAREWELL);
    let written = outbox.close(if result.is_ok() { patience } else { Some(FAREWELL) });
    result.and(written.map_err(ServeError::Output))
}

/// Waits for a moment; for ever, if there is none.
async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
