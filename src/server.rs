//! The server: reads commands and answers them, also while a search runs.
//!
//! ```text
//!  standard input -> reader thread --lines--> [ one loop owns all state ] --jobs--> search thread
//!                                                |            ^                          |
//! standard output <- writer thread <--outbox-----+            +--------events------------+
//! ```
//!
//! The loop never blocks, so it always hears `stop` and `quit`. While a search runs, the search
//! thread has the session and the table. Commands that need them wait for their turn. Other threads
//! read the files that options name, and write the log.

mod command;
pub mod commands;
mod dispatch;
mod event;
mod log;
mod option_context;
mod options;
mod outbox;
mod reader;
mod search_thread;
mod serve;
mod shell;
mod state;
mod text_memory;

pub(crate) use serve::run_from;
pub use serve::{ServeError, run, serve};
pub(crate) use shell::Shell;
