//! What is certain about a position: what is known of it already, and what work finds out.
//!
//! There is one ladder. [`known`] looks at its lower rungs, which take no time: a book, then the
//! endgame tables. [`SolveRequest::run`] goes on from there: the game's own solver, or a long
//! proof, or in a game without a solver a search to the end. (The engine's search stands beside it,
//! for what nobody is certain of; see [`Engine::think`](crate::engine::Engine::think).) Whatever
//! comes out says from which rung it is.

mod end_search;
mod known;
mod request;
mod result;
mod solver;
mod update;

pub use known::{KnownValue, known};
pub use request::{LONG_MEMORY, SolveError, SolveRequest};
pub use result::{
    Share, SolveAnswer, SolveResult, SolvedOpen, SolvedProof, SolvedShare, SolvedValue,
};
pub use update::{EndSearchUpdate, SolveUpdate};
