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
    /// Standard output can no longer be written.
    OutputClosed,
    /// Nobody reads standard output, and answers are too many to keep.
    OutputStuck,
}

/// Runs the protocol on standard input and output with these games, until `quit` or the end of input.
///
/// Logs go to standard error, if the environment variable `RUST_LOG` asks for them.
pub fn run(registry: Registry) -> ExitCode {
    let _ = env_logger::Builder::from_default_env().format_timestamp_micros().try_init();
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_time().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&format!("cannot start: {error}")),
    };
    runtime.block_on(serve(registry))
}

async fn serve(registry: Registry) -> ExitCode {
    let (event_sender, mut events) = unbounded_channel();
    let mut lines = reader::spawn(std::io::stdin());
    let outbox = Outbox::spawn(std::io::stdout(), event_sender.clone());
    let jobs = searcher::spawn(event_sender).map_err(|error| error.to_string());
    let mut desk = match jobs.and_then(|jobs| Desk::new(registry, outbox.clone(), jobs)) {
        Ok(desk) => desk,
        Err(error) => return fail(&error),
    };
    let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut deadline = None;
    let code = loop {
        if desk.is_done() {
            break ExitCode::SUCCESS;
        }
        tokio::select! {
            biased;
            event = events.recv() => match event {
                Some(Event::Search(report)) => desk.reported(report),
                Some(Event::OutputClosed) => break ExitCode::SUCCESS,
                Some(Event::OutputStuck) => break fail("nobody reads the answers: giving up"),
                None => break fail("the search has died"),
            },
            line = lines.recv(), if !desk.is_leaving() => {
                desk.receive(line.unwrap_or(reader::Line::End));
                if desk.was_told_to_quit() {
                    deadline = Some(Instant::now() + FAREWELL);
                }
            }
            _ = heartbeat.tick() => desk.show_progress(),
            () = sleep_until(deadline.unwrap_or_else(Instant::now)), if deadline.is_some() => {
                break ExitCode::SUCCESS;
            }
        }
    };
    outbox.close(FAREWELL);
    code
}

fn fail(why: &str) -> ExitCode {
    eprintln!("sarsen: {why}");
    ExitCode::FAILURE
}
