//! The evaluator of Pig.

mod race;

pub use race::PigRace;
