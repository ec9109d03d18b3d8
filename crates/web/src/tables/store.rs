//! The store: the thread that keeps all tables in an SQLite database.
//!
//! One thread owns the database. The tables send it requests and wait for its answers. What waits
//! at the same time is committed together, so ten tables wait for the disk as long as one. An
//! answer comes after the commit: what was answered survives a crash and a power cut.

mod checksum;
mod database;
mod identity;
mod keeper;
mod opening;
mod removal;
mod rows;
mod update;

pub(super) use keeper::Store;
pub use opening::StoreError;
pub(super) use update::{StoreFailure, TableUpdate};
