//! The evaluator of EinStein.

mod race;
mod turns;

pub use race::StoneRace;
