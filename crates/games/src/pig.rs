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

mod evaluators;
mod game;
mod moves;
mod notation;
mod position;
mod rules;
mod setup;
mod solver;
mod texts;

pub use evaluators::PigRace;
pub use game::NAME;
pub use moves::{FACES, PigMove};
pub use position::PigPosition;
pub use setup::{GOALS, Pig};
