//! The transposition table: what the search has learnt, by position key. It is bounded, lossy and
//! lock-free.
//!
//! An [`Entry`] takes two words: the data, and the key exclusive-or the data. So an entry torn
//! between two writers fits no key, and no probe finds it (R. Hyatt and T. Mann, "A lock-less
//! transposition table implementation for parallel search", 2002). Four entries share a cache line.
//!
//! The solvers of games use two parts of it for their own tables: `words` and `InFlight`.

mod entry;
mod in_flight;
mod slot;
mod table;
pub mod words;

pub use entry::{Depth, Entry, MoveCode};
pub(crate) use in_flight::InFlight;
pub use table::{Table, TableError};
