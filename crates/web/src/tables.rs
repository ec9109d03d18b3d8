//! Tables for two: two people play, others watch, an engine may sit down.
//!
//! ```text
//! connection -- attend --lines--> host of the table -- updates --> store (a thread, SQLite)
//!      ^                               |    |
//!      +----------- mailbox -----------+    +- request -> who finds moves
//! ```
//!
//! `docs/protocol/tables.md` has the lines that clients and tables exchange. The core, `one_table`,
//! knows no sockets, no threads and no time of day. Each table in use has a `host`: a task that
//! hears one line after the other, stores what it changes, and only then answers and shows it. A
//! table that nobody uses is only in the store.

mod allowance;
mod attend;
mod create;
mod engine_seat;
mod farewell;
mod finder;
mod hall;
mod host;
mod mailbox;
mod one_table;
mod open;
mod refusal;
mod show_pace;
mod store;

pub(crate) use attend::{Entrance, attend};
pub(crate) use farewell::Farewell;
pub(crate) use finder::{MoveFinder, MoveFuture, MoveRequest};
pub(crate) use one_table::facts::EngineLimit;
pub(crate) use open::Tables;
pub(crate) use store::StoreError;
