//! What a two-player game is, and a search for any of them.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`game`] | what a game is: the traits, values, laws, perft |
//! | [`search`] | alpha-beta for any game; its time and its threads |
//! | [`transposition`] | the transposition table |
//! | [`solvers`] | what the games' own solvers share; exact odds for small games of chance |
//!
//! A game of your own needs nothing else. Here is one, and a search of it:
//!
//! ```
#![doc = include_str!("../examples/nim.rs")]
//! ```
//!
//! `sarsen-engine` adds openings, options and a protocol to a game, `sarsen-games` has games that
//! are written so, and `sarsen` makes a program of them.
//!
//! # What the API promises
//!
//! The modules in the table follow semantic versioning. [`sys`] does not: it serves the other
//! crates of Sarsen, and may change with any version.

pub mod game;
pub mod search;
pub mod solvers;
pub mod sys;
pub mod transposition;

// The example is a game for the unit tests.
#[cfg(test)]
extern crate self as sarsen_core;
#[cfg(test)]
#[path = "../examples/nim.rs"]
mod nim;

#[cfg(test)]
#[path = "../../../tests/support/skipped.rs"]
mod skipped;
#[cfg(test)]
#[path = "../../../tests/support/slow.rs"]
mod slow;
