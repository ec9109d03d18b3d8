//! The search thread: takes a session and the table, searches or counts, and brings them back.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use tokio::sync::mpsc::UnboundedSender;

use super::Event;
use crate::engine::{Engine, Purpose};
use crate::search::{Answer, Control, Info};
use crate::session::Request;
use crate::sys::panic_guard::{Panicked, STACK, guarded};

/// Work for the thread.
pub(super) enum Work {
    /// Find the best move.
    Search(Request, Purpose),
    /// Count lines of play of this length.
    Perft(u32),
}

/// Work, with all that it takes.
pub(super) struct Job {
    pub(super) engine: Box<Engine>,
    pub(super) work: Work,
    pub(super) control: Arc<Control>,
}

/// What the thread has to say.
pub(super) enum Report {
    /// A search goes on.
    Info(Info<String>),
    /// A search has ended; no answer if there was nothing to choose.
    Searched(Box<Engine>, Result<Option<Answer<String>>, Panicked>),
    /// A count has ended; nothing if it was stopped.
    Counted(Box<Engine>, Result<Option<u64>, Panicked>),
}

/// Starts the thread.
///
/// # Errors
///
/// If the system has none to give.
pub(super) fn spawn(events: UnboundedSender<Event>) -> std::io::Result<Sender<Job>> {
    let (sender, jobs) = channel::<Job>();
    let work = move || {
        for Job { mut engine, work, control } in jobs {
            let report = match work {
                Work::Search(request, purpose) => {
                    // Without a loop to hear it the report is lost, and the next job will not come.
                    let mut inform = |info| drop(events.send(Event::Search(Report::Info(info))));
                    let search = || engine.think(&request, purpose, &control, &mut inform);
                    let answer = guarded(search);
                    Report::Searched(engine, answer)
                }
                Work::Perft(depth) => {
                    let count = guarded(|| engine.session().perft(depth, &control));
                    Report::Counted(engine, count)
                }
            };
            if events.send(Event::Search(report)).is_err() {
                return;
            }
        }
    };
    std::thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work)?;
    Ok(sender)
}
