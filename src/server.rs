//! The process: reads commands, answers them, and keeps a search running beside.
//!
//! ```text
//!  standard input -> reader thread --lines--> [ one loop owns all state ] --jobs--> search thread
//!                                                |            ^                          |
//! standard output <- writer thread <--outbox-----+            +--------events------------+
//! ```
//!
//! The loop never blocks, so `stop` and `quit` are always heard. While a search runs, the session
//! and the table are with the search thread: what needs them waits its turn. Files that options
//! name are read, and logs written, on threads of their own, too.

mod log;
mod options;
mod outbox;
mod reader;
mod searcher;
mod state;

use std::io::{IsTerminal, Read, Write};
use std::process::ExitCode;
use std::time::Duration;

use tokio::sync::mpsc::unbounded_channel;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};

use crate::engine::{Loaded, OptionError};
use crate::session::Registry;
use log::Log;
use outbox::Outbox;
use state::{Desk, Wires};

/// How long a search is silent at most.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// How long answers may take to leave, and searches to end, once the process is to end.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long what is logged may take to leave at the end.
const LAST_WORDS: Duration = Duration::from_millis(250);

/// What happened, outside of the loop that owns the state.
enum Event {
    /// The search thread has something to say.
    Search(searcher::Report),
    /// A file that an option names has been read, the one of this number.
    Loaded(u64, Result<Loaded, OptionError>),
    /// Standard output can no longer be written; the outbox knows why.
    OutputBroken,
    /// Nobody reads standard output, and answers are too many to keep.
    OutputStuck,
}

/// How the program is called in the shell, for those who take this for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shell {
    /// The program's own name.
    pub(crate) program: String,
    /// What it can be told to do there.
    pub(crate) tasks: Vec<String>,
}

impl Shell {
    fn has(&self, task: &str) -> bool {
        self.tasks.iter().any(|known| known == task)
    }

    /// What a person at a terminal, who sees nothing, is told.
    fn greeting(&self) -> String {
        match self.has("play") {
            true => format!("type 'help', or run '{} play'", self.program),
            false => "type 'help'".to_owned(),
        }
    }
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

/// Runs the protocol on standard input and output with these games, until `quit` or the end of
/// input.
///
/// Logs go to standard error, if the environment variable `RUST_LOG` asks for them.
pub fn run(registry: Registry) -> ExitCode {
    run_from(registry, Shell::default())
}

/// The same for a program that can do more.
pub(crate) fn run_from(registry: Registry, shell: Shell) -> ExitCode {
    let log = Log::new(std::io::stderr);
    let target = env_logger::Target::Pipe(Box::new(log.clone()));
    let mut logger = env_logger::Builder::from_default_env();
    // If the program has a logger already, that one it is.
    let _ = logger.format_timestamp_micros().target(target).try_init();
    if std::io::stdin().is_terminal() {
        log.say(&shell.greeting());
    }
    let result = serve_from(registry, shell, std::io::stdin(), std::io::stdout());
    if let Err(error) = &result {
        log.say(&format!("{}: {error}", crate::sys::stderr::program()));
    }
    log.close(LAST_WORDS);
    if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs the protocol on any input and output, until `quit` or the end of the input; a closed output
/// ends it too, and is no error.
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
    let jobs = searcher::spawn(event_sender.clone()).map_err(no_thread)?;
    let wires = Wires { outbox: outbox.clone(), jobs, events: event_sender };
    let mut desk = Desk::new(registry, shell, wires).map_err(ServeError::Start)?;
    // Last: whoever cannot start has taken nothing of its input.
    let mut lines = reader::spawn(input).map_err(no_thread)?;
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
                Some(Event::Loaded(number, loaded)) => desk.loaded(number, loaded),
                Some(Event::OutputStuck) => break Err(ServeError::OutputStuck),
                Some(Event::OutputBroken) | None => break Ok(()),
            },
            line = lines.recv(), if !desk.is_leaving() => {
                desk.receive(line.unwrap_or(reader::Line::End));
                if desk.was_told_to_quit() {
                    deadline = Some(Instant::now() + FAREWELL);
                }
            }
            _ = heartbeat.tick() => desk.tick(),
            () = until(desk.deadline().map(Instant::from_std)) => desk.end_overdue(),
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

/// The memory that is really taken for so many bytes: allocators round up, and keep books.
fn allocated(bytes: usize) -> usize {
    (bytes + size_of::<usize>()).next_multiple_of(16).max(32)
}
