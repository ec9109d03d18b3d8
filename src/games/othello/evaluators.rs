//! Opinions about positions of Othello.

mod mobility;

pub use mobility::Mobility;
