//! Backgammon: a race of fifteen checkers a side around a board of 24 points, with two dice.
//!
//! Single games, without a doubling cube. Chance acts before each play, also at the start: both
//! players throw one die, and the higher one begins with both dice. A move is a whole play, of all
//! dice at once. Plays that lead to the same position are one move.
//!
//! Points are numbered as the player sees them who moves: the checkers go from 24 down to 1, and
//! off.
//!
//! ```
//! use sarsen_core::game::{Game, Position, Written};
//! use sarsen_games::backgammon::Backgammon;
//!
//! let mut position = Backgammon::SINGLE.start();
//! for text in ["31", "8/5+6/5", "66"] {
//!     let m = position.parse_move(text)?;
//!     position.make(m);
//! }
//! assert_eq!(position.format(), "-b---BD-B---eE---c-e----B- 2 66");
//! # Ok::<(), sarsen_core::game::MoveError>(())
//! ```

mod bear_off;
mod board;
mod dice;
mod game;
mod moves;
mod pips;
mod plays;
mod position;
mod rules;
mod setup;
mod texts;

pub use bear_off::BearOff;
pub use board::{BAR, CHECKERS, OFF, POINTS};
pub use dice::Dice;
pub use game::NAME;
pub use moves::BackgammonMove;
pub use pips::Pips;
pub use position::BackgammonPosition;
pub use setup::Backgammon;
