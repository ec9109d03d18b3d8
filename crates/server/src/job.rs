//! A job: what the loop gives away to be worked on, and who takes it.

use std::sync::Arc;

use tokio::sync::mpsc::UnboundedSender;

use super::event::{Event, SearchReport};
use sarsen_core::search::Control;
use sarsen_core::sys::panic_guard::guarded;
use sarsen_engine::engine::{Engine, Purpose, SearchMemory};
use sarsen_engine::session::Request;

/// Where the searches and counts of a conversation run.
pub trait Host: Send + Sync {
    /// Takes a job. It tells its conversation what it finds.
    ///
    /// # Errors
    ///
    /// If too much waits already. Then the job comes back.
    fn take(&self, job: Job) -> Result<(), TooBusy>;
}

/// A job that is not accepted.
pub struct TooBusy {
    /// The job.
    pub job: Box<Job>,
    /// Why not, for the client.
    pub why: String,
}

/// What is to be done.
pub enum Work {
    /// Find the best move.
    Search(Request, Purpose),
    /// Count the lines of play of this length.
    Perft(u32),
}

/// Work, and everything it needs.
pub struct Job {
    /// The engine that does it.
    pub engine: Box<Engine>,
    /// What is to be done.
    pub work: Work,
    /// Stops it, and says how much time is left.
    pub control: Arc<Control>,
    /// To the loop of its conversation.
    pub events: UnboundedSender<Event>,
}

/// A job that has been carried out.
pub struct Done {
    report: SearchReport,
    events: UnboundedSender<Event>,
}

impl Job {
    /// Whether it searches, and so needs memory.
    pub fn is_search(&self) -> bool {
        matches!(self.work, Work::Search(..))
    }

    /// The number of threads that it uses.
    pub fn threads(&self) -> usize {
        match &self.work {
            Work::Search(Request { threads: 0, .. }, _) => self.engine.threads(),
            Work::Search(request, _) => request.threads,
            Work::Perft(_) => 1,
        }
    }

    /// Carries it out, on this thread.
    pub fn carry_out(self) -> Done {
        let Self { mut engine, work, control, events } = self;
        let report = match work {
            Work::Search(request, purpose) => {
                // If the loop has ended, the report is lost.
                let send = |report| drop(events.send(Event::Search(report)));
                let mut untold = true;
                let mut tell_shortage = || {
                    if let Some(shortage) = control.shortage().filter(|_| untold) {
                        untold = false;
                        send(SearchReport::Note(shortage.to_string()));
                    }
                };
                let mut inform = |info| {
                    tell_shortage();
                    send(SearchReport::Info(info));
                };
                let search = || engine.think(&request, purpose, &control, &mut inform);
                let answer = guarded(search);
                tell_shortage();
                SearchReport::Searched(engine, answer)
            }
            Work::Perft(depth) => {
                let count = guarded(|| engine.session().perft(depth, &control));
                SearchReport::Counted(engine, count)
            }
        };
        Done { report, events }
    }
}

impl Done {
    /// Takes back the memory that the engine had borrowed.
    pub fn take_memory(&mut self) -> Option<SearchMemory> {
        match &mut self.report {
            SearchReport::Searched(engine, _) | SearchReport::Counted(engine, _) => {
                engine.take_memory()
            }
            _ => None,
        }
    }

    /// Gives the engine and the result back to the loop. Returns whether it still runs.
    pub fn report(self) -> bool {
        self.events.send(Event::Search(self.report)).is_ok()
    }
}
