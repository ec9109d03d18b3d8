//! The server: reads commands and answers them, also while a search runs.
//!
//! ```text
//!   the client's lines --channel--> [ one loop owns all state ] --jobs--> the host: search threads
//!                                      |            ^                          |
//!   the client's answers <---outbox----+            +---------events-----------+
//! ```
//!
//! The loop is a conversation: a task that never blocks, so it always hears `stop` and `quit`.
//! While a search runs, its thread has the session and the table. Commands that need them wait for
//! their turn. Other threads read the files that options name, and write the log.
//!
//! A client may also speak another protocol: a *face* then stands between the two and translates.
//! The first line of standard input decides.
//!
//! | around the loop | one conversation on standard input and output | many conversations |
//! | --- | --- | --- |
//! | lines | a reader thread | a task for each connection |
//! | outbox | a writer thread | the same task |
//! | host | one search thread | a pool of threads for all |
//! | permissions | everything | bounded, and no files |
//!
//! # What the API promises
//!
//! [`run`], [`serve`] and [`commands`] follow semantic versioning. The rest does not: it serves
//! `sarsen-web`, and may change with any version.

mod backlog;
mod command;
pub mod commands;
mod conversation;
mod dispatch;
mod event;
mod faces;
mod job;
mod line;
mod log;
mod option_context;
mod options;
mod outbox;
mod permissions;
mod serve;
mod shell;
mod state;
mod text_memory;

pub use backlog::Backlog;
pub use conversation::{Conversation, End};
pub use event::{Event, SearchReport};
pub use job::{Host, Job, TooBusy, Work};
pub use line::Line;
pub use log::Log;
pub use outbox::{Importance, Outbox, OutputTrouble};
pub use permissions::Permissions;
pub use serve::run_from;
pub use serve::{ServeError, run, serve};
pub use shell::Shell;
