//! Events: what other threads tell the loop that owns the state.

use crate::engine::{Engine, Loaded, OptionError};
use crate::search::{Answer, Info};
use crate::sys::panic_guard::Panicked;

/// What another thread tells the loop.
pub(super) enum Event {
    /// The search thread has something to report.
    Search(SearchReport),
    /// The file of this number has been read. An option names it.
    Loaded(u64, Result<Loaded, OptionError>),
    /// Standard output can no longer be written; the outbox knows why.
    OutputBroken,
    /// Nobody reads standard output, and there are too many answers to keep.
    OutputStuck,
}

/// What the search thread reports.
pub(super) enum SearchReport {
    /// A search goes on.
    Info(Info<String>),
    /// A search has ended. The answer is `None` if there was nothing to choose.
    Searched(Box<Engine>, Result<Option<Answer<String>>, Panicked>),
    /// A count has ended. The count is `None` if it was stopped.
    Counted(Box<Engine>, Result<Option<u64>, Panicked>),
}
