//! The evaluator of Pig with a deck.

mod race;

pub use race::DeckRace;
