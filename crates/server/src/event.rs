//! Events: what other threads tell the loop that owns the state.

use sarsen_core::search::{Answer, Info};
use sarsen_core::sys::panic_guard::Panicked;
use sarsen_engine::engine::{Engine, Loaded, OptionError};

/// What another thread tells the loop.
pub enum Event {
    /// A job has something to report.
    Search(SearchReport),
    /// The file of this number has been read. An option names it.
    Loaded(u64, Result<Loaded, OptionError>),
}

/// What a job reports.
pub enum SearchReport {
    /// It has to wait for a thread, at this place in the queue.
    Waits(usize),
    /// It has waited for a thread, and has one now.
    Begins,
    /// Something that the client should know about the search.
    Note(String),
    /// A search goes on.
    Info(Info<String>),
    /// A search has ended. The answer is `None` if there was nothing to choose.
    Searched(Box<Engine>, Result<Option<Answer<String>>, Panicked>),
    /// A count has ended. The count is `None` if it was stopped.
    Counted(Box<Engine>, Result<Option<u64>, Panicked>),
}
