//! A process with one conversation, on standard input and output: starts its threads.

mod listener;
mod reader;
mod search_thread;
mod writer;

use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use super::conversation::{Conversation, End, FAREWELL};
use super::faces::{self, ClientProtocol};
use super::log::Log;
use super::outbox::Outbox;
use super::permissions::Permissions;
use super::shell::Shell;
use sarsen_core::sys::noted_input::{InputFailure, NotedInput};
use sarsen_core::sys::stderr;
use sarsen_engine::session::Registry;

/// The limit for the memory of answers that nobody has read yet, in bytes.
const CAPACITY: usize = 64 << 20;

/// At the end, the log may take this long to be written.
const LAST_WORDS: Duration = Duration::from_millis(250);

/// The process could not go on.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The system refused a thread, memory or a timer.
    #[error("cannot start: {0}")]
    Start(String),
    /// The commands cannot be read any further.
    #[error("cannot read the commands: {0}")]
    Input(std::io::Error),
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
pub fn run_from(registry: Registry, shell: Shell) -> ExitCode {
    let log = Log::new(std::io::stderr);
    let target = env_logger::Target::Pipe(Box::new(log.clone()));
    let mut logger = env_logger::Builder::from_default_env();
    // If the program has a logger already, that one is used.
    let _ = logger.format_timestamp_micros().target(target).try_init();
    if std::io::stdin().is_terminal() {
        log.say(&shell.greeting());
    }
    let (input, output) = (std::io::stdin(), std::io::stdout());
    let result = serve_from(registry, shell, input, output, listener::watch);
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
/// sarsen_server::serve(sarsen_games::registry(), &b"go depth 3\n"[..], output)?;
/// # Ok::<(), sarsen_server::ServeError>(())
/// ```
///
/// # Errors
///
/// If it cannot start, if the input fails or the output cannot be written, or if nobody reads the
/// answers and there are too many to keep.
pub fn serve(
    registry: Registry,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    serve_from(registry, Shell::default(), input, output, |_| ())
}

fn serve_from(
    registry: Registry,
    shell: Shell,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    watch: fn(Outbox),
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| ServeError::Start(error.to_string()))?;
    runtime.block_on(attend(registry, shell, input, output, watch))
}

/// Holds the one conversation. `watch` begins to watch whether anybody reads the output.
async fn attend(
    registry: Registry,
    shell: Shell,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    watch: fn(Outbox),
) -> Result<(), ServeError> {
    let no_thread = |error: std::io::Error| ServeError::Start(format!("no thread: {error}"));
    let outbox = Outbox::new(CAPACITY);
    writer::spawn(outbox.clone(), output).map_err(no_thread)?;
    watch(outbox.clone());
    let host = Arc::new(search_thread::spawn().map_err(no_thread)?);
    let registry = Arc::new(registry);
    let conversation = || Conversation {
        registry: Arc::clone(&registry),
        shell: shell.clone(),
        permissions: Permissions::ALL,
        host: host.clone(),
    };
    let attendant = conversation().begin(&outbox).map_err(ServeError::Start)?;
    // The reader starts last, because a server that cannot start must not read any input.
    let failure = InputFailure::default();
    let input = NotedInput::new(input, &failure);
    let (lines, protocol) = reader::spawn(input, ClientProtocol::of).map_err(no_thread)?;
    let end = match protocol.await.unwrap_or_default().face(&registry) {
        None => attendant.attend(lines).await,
        Some(face) => {
            // A face has its own conversation with the server.
            drop(attendant);
            let attended = faces::attend(conversation(), face, lines, &outbox).await;
            attended.map_err(ServeError::Start)?
        }
    };
    // A client that did not say `quit` may read as slowly as it likes.
    let is_hasty = matches!(end, End::Quit | End::OutputStuck);
    let written = outbox.close(is_hasty.then_some(FAREWELL));
    match (end, written) {
        (End::OutputStuck, _) => Err(ServeError::OutputStuck),
        // A closed output is no error.
        (_, Err(error)) if error.kind() != ErrorKind::BrokenPipe => Err(ServeError::Output(error)),
        _ => failure.take().map_or(Ok(()), |error| Err(ServeError::Input(error))),
    }
}
