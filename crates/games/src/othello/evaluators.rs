//! Opinions about positions of Othello.

mod mobility;
mod patterns;

pub use mobility::Mobility;
pub use patterns::Patterns;
