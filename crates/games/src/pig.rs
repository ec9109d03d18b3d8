//! Pig (J. Scarne, 1945): a die game of pushing one's luck.
//!
//! In a turn, a player rolls the die as often as wanted and adds up what it shows. Whoever holds
//! banks this turn total. A 1 loses it and ends the turn. The first player to reach the goal wins.
//! T. Neller and C. Presser found the best play to 100 points ("Optimal play of the dice game Pig",
//! 2004).
//!
//! A roll is two plies: the decision, and the die. Positions come again if both players roll a 1,
//! but that is no draw.
//!
//! ```
//! use sarsen_core::game::{Game, Position, Written};
//! use sarsen_games::pig::Pig;
//!
//! let mut position = Pig::USUAL.start();
//! for m in ["roll", "5", "roll", "6", "hold", "roll"] {
//!     let m = position.parse_move(m)?;
//!     position.make(m);
//! }
//! assert_eq!(position.format(), "11 0 0 2 rolling");
//! # Ok::<(), sarsen_core::game::MoveError>(())
//! ```
//!
//! # With a deck
//!
//! [`DeckPig`] has a deck of cards instead of a die: cards are drawn one after the other and not
//! put back, and everybody sees which are left. If the last card has been drawn, the turn total is
//! banked, and the higher score wins. Every turn takes a card, so no position comes again.
//!
//! ```
//! use sarsen_core::game::{Game, Position, Written};
//! use sarsen_games::pig::DeckPig;
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
mod deck_game;
mod deck_race;
mod die;
mod game;
mod notation;
mod race;
mod scores;
mod state;
mod track;

pub use deck::{CardDeck, DeckPigPosition, HIGHEST, MOST_CARDS, MOST_COPIES};
pub use deck_game::{DECK_NAME, DeckPig};
pub use deck_race::DeckRace;
pub use die::{Die, FACES, PigPosition};
pub use game::{NAME, Pig};
pub use race::PigRace;
pub use state::{GOALS, LuckSource, PigMove, PigState};
