//! Checkers, also called English draughts: 12 men a side on the dark squares of a board of 8 by 8.
//!
//! Captures are compulsory, and a capture of several pieces is one move. A man that reaches the far
//! row becomes a king, which ends the move. A player who cannot move has lost. A game is drawn at
//! the third occurrence of a position, or after 40 moves of each side without a capture or a man's
//! advance.
//!
//! ```
//! use sarsen_core::game::{Game, Position, Written};
//! use sarsen_games::checkers::Checkers;
//!
//! let mut position = Checkers.start();
//! for text in ["9-14", "22-18"] {
//!     let m = position.parse_move(text)?;
//!     position.make(m);
//! }
//! assert_eq!(position.count_moves(), 7);
//! # Ok::<(), sarsen_core::game::MoveError>(())
//! ```

mod board;
mod captures;
mod game;
mod material;
mod moves;
mod pieces;
mod position;
mod rules;
mod squares;
mod structure;
mod tables;
mod texts;

pub use game::{Checkers, OTHER_PDN_TYPES, PDN_TYPE};
pub use material::Material;
pub use moves::CheckersMove;
pub use position::CheckersPosition;
pub use structure::Structure;
pub(super) use texts::{mended_position, other_kind};
