//! Pig with a deck of cards instead of a die: cards are drawn one after the other and not put back,
//! and everybody sees which are left.
//!
//! In a turn, a player draws cards as often as wanted and adds up their values. Whoever holds banks
//! this turn total. A 1 loses it and ends the turn. The first player to reach the goal wins. If the
//! last card has been drawn, the turn total is banked, and the higher score wins.
//!
//! Every turn takes a card, so no position comes again.
//!
//! ```
//! use sarsen_core::game::{Game, Position, Written};
//! use sarsen_games::deckpig::DeckPig;
//!
//! let mut position = DeckPig::parse("")?.start();
//! for m in ["draw", "4", "hold", "draw", "1", "draw"] {
//!     let m = position.parse_move(m)?;
//!     position.make(m);
//! }
//! assert_eq!(position.format(), "4 0 0 1 1:3,2:4,3:4,4:3 drawing");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod deck;
mod evaluators;
mod game;
mod moves;
mod notation;
mod position;
mod rules;
mod setup;
mod solver;
mod texts;

pub use deck::{CardDeck, HIGHEST, MOST_CARDS, MOST_COPIES};
pub use evaluators::DeckRace;
pub use game::NAME;
pub use moves::DeckMove;
pub use position::DeckPigPosition;
pub use setup::{DeckPig, GOALS};
