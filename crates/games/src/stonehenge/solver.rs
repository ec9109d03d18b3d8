//! Stonehenge solved: who wins any position, by a search that knows only this game.
//!
//! A [`glance`] decides some positions without a search. If many cells are empty, the solver grows
//! a tree [best first](best_first) and leaves its ends to the recursion, [`visit`]. Both keep
//! [proofs](proof) in a [`memory`]. Each [`Technique`] can be left out, to measure its worth.

mod best_first;
mod ending;
mod glance;
mod lanes;
mod level;
mod memory;
mod order;
mod proof;
mod root;
mod search;
mod solve;
mod state;
mod tables;
mod technique;
mod visit;

pub use solve::StonehengeSolver;
pub use technique::Technique;
