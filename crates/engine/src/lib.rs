//! A game in progress, and all that thinks about it: the engine of Sarsen behind its protocol.
//!
//! | module | what is in it |
//! | --- | --- |
//! | [`engine`] | a session with all that it thinks with; the options |
//! | [`session`] | a game in progress behind object-safe traits; the registry of games |
//! | [`book`] | opening books: looked up, grown, kept in files |
//! | [`knowledge`] | what is certain of a position: known by a book or by tables, or solved |
//! | [`learned`] | an evaluator for any game with a board, learnt from its games |
//! | [`proofs`] | long proofs: made, written down, checked |
//! | [`protocol`] | the grammar of commands and the forms of answers |
//!
//! What a game is stands in `sarsen-core`.
//!
//! # What the API promises
//!
//! [`engine`], [`session`], [`book`], [`knowledge`] and [`proofs`] follow semantic versioning.
//! [`learned`] and [`protocol`] do not: they serve the other crates of Sarsen, and may change with
//! any version. What the files of learning and the lines of the protocol say is promised elsewhere,
//! in `protocol.md`.

pub mod book;
pub mod engine;
pub mod knowledge;
pub mod learned;
pub mod proofs;
pub mod protocol;
pub mod session;
