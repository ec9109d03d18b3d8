//! Othello, on the usual board of 8 by 8 squares and on one of 6 by 6.
//!
//! A move puts a disc so that it encloses the opponent's discs in straight lines. These turn over.
//! A player who cannot do so passes. When neither can, the player with more discs wins, and the
//! empty squares count for the winner.
//!
//! ```
//! use sarsen_core::game::{Game, Position, Written};
//! use sarsen_games::othello::Othello;
//!
//! let mut position = Othello::USUAL.start();
//! for square in ["d3", "c5"] {
//!     let m = position.parse_move(square)?;
//!     position.make(m);
//! }
//! assert_eq!(position.discs(sarsen_core::game::Player::First).count_ones(), 3);
//! # Ok::<(), sarsen_core::game::MoveError>(())
//! ```

mod discs;
mod game;
mod mobility;
mod patterns;
mod position;
mod regions;
mod rules;
mod setup;
mod solver;
mod squares;
mod texts;

pub use game::NAME;
pub use mobility::Mobility;
pub use patterns::Patterns;
pub use position::OthelloPosition;
pub use setup::Othello;
pub use solver::{OthelloSolver, Technique};
pub use squares::Square;
