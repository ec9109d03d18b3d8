//! The search thread: it takes the engine, searches or counts with it, and gives it back.

use std::sync::mpsc::{Sender, channel};

use crate::job::{Host, Job, TooBusy};
use sarsen_core::sys::threads::ThreadKind;

/// The one thread that searches for a process with one conversation.
pub(super) struct SearchThread(Sender<Job>);

/// Starts the thread.
///
/// # Errors
///
/// If the system refuses a thread.
pub(super) fn spawn() -> std::io::Result<SearchThread> {
    let (sender, jobs) = channel::<Job>();
    let work = move || {
        for job in jobs {
            if !job.carry_out().report() {
                return;
            }
        }
    };
    ThreadKind::searching("search").detach(work)?;
    Ok(SearchThread(sender))
}

impl Host for SearchThread {
    fn take(&self, job: Job) -> Result<(), TooBusy> {
        if self.0.send(job).is_err() {
            unreachable!("the search thread lives as long as the process");
        }
        Ok(())
    }
}
