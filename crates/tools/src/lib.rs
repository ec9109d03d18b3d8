//! Engines as child processes, matches between them, and work on many positions.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`client`] | the other end of the pipes: engines as child processes, and their judge |
//! | [`mod@matches`] | matches between engines, game records, weights fitted to games, learning |
//! | [`batch`] | work on many positions: analysis, book building, the bench |
//! | [`report`] | what a game is like: balance, length, drama, depth, from games with itself |
//! | [`journal`] | files of finished work, so that interrupted work can go on |
//!
//! # What the API promises
//!
//! [`matches::record`], [`batch::analysis`] and [`client::conform`] follow semantic versioning. The
//! rest does not: it serves the command line of Sarsen, and may change with any version.

pub mod batch;
pub mod client;
pub mod journal;
pub mod matches;
pub mod report;

#[cfg(test)]
#[path = "../../../tests/support/skipped.rs"]
mod skipped;
#[cfg(test)]
#[path = "../../../tests/support/slow.rs"]
mod slow;
