//! The evaluator of backgammon.

mod pips;

pub use pips::Pips;
