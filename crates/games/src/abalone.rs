//! Abalone: two players push marbles over a board of 61 cells, and each other's off it.
//!
//! A move takes one, two or three marbles in a row one cell on, along the row or sideways. Along
//! the row, more marbles push fewer. The player who pushes six of the opponent's marbles off the
//! board first wins. A position that occurs for the third time is a draw.
//!
//! ```
//! use sarsen_core::game::{Game, Position, Written};
//! use sarsen_games::abalone::Abalone;
//!
//! let mut position = Abalone::STANDARD.start();
//! for text in ["a1b2", "i5h4"] {
//!     let m = position.parse_move(text)?;
//!     position.make(m);
//! }
//! assert_eq!(position.ejected(sarsen_core::game::Player::First), 0);
//! # Ok::<(), sarsen_core::game::MoveError>(())
//! ```

mod cells;
mod formation;
mod game;
mod lanes;
mod moves;
mod position;
mod reach;
mod rules;
mod setup;
mod texts;

pub use formation::Formation;
pub use game::NAME;
pub use moves::MarbleMove;
pub use position::AbalonePosition;
pub use setup::Abalone;
