//! The search thread: it takes the engine, searches or counts with it, and gives it back.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use tokio::sync::mpsc::UnboundedSender;

use super::event::{Event, SearchReport};
use crate::engine::{Engine, Purpose};
use crate::search::Control;
use crate::session::Request;
use crate::sys::panic_guard::guarded;
use crate::sys::threads::ThreadKind;

/// What the thread is to do.
pub(super) enum Work {
    /// Find the best move.
    Search(Request, Purpose),
    /// Count the lines of play of this length.
    Perft(u32),
}

/// Work, and everything it needs.
pub(super) struct Job {
    pub(super) engine: Box<Engine>,
    pub(super) work: Work,
    pub(super) control: Arc<Control>,
}

/// Starts the thread.
///
/// # Errors
///
/// If the system refuses a thread.
pub(super) fn spawn(events: UnboundedSender<Event>) -> std::io::Result<Sender<Job>> {
    let (sender, jobs) = channel::<Job>();
    let work = move || {
        for Job { mut engine, work, control } in jobs {
            let report = match work {
                Work::Search(request, purpose) => {
                    // If the loop has ended, the report is lost, and no other job will come.
                    let mut inform =
                        |info| drop(events.send(Event::Search(SearchReport::Info(info))));
                    let search = || engine.think(&request, purpose, &control, &mut inform);
                    let answer = guarded(search);
                    SearchReport::Searched(engine, answer)
                }
                Work::Perft(depth) => {
                    let count = guarded(|| engine.session().perft(depth, &control));
                    SearchReport::Counted(engine, count)
                }
            };
            if events.send(Event::Search(report)).is_err() {
                return;
            }
        }
    };
    ThreadKind::searching("search").detach(work)?;
    Ok(sender)
}
