//! Nuba (R. Knizia, 1995): wrestlers clear the way for musicians, on a board of 5 by 6 squares.
//!
//! Each player has nine pieces, numbered 1 to 9, and a champion, `X`. First the players take turns
//! to put their pieces on their own two rows. Then the pieces move one square forward, straight or
//! diagonally, and capture pieces of the same or a higher number. A piece that enters the base of
//! the opponent goes to the one place of honour, if it has a higher number than the piece there. A
//! player has lost who does not hold the place and has no piece that could still take it.
//!
//! Pieces only move forward, and a pass is never followed by a pass. So no position comes again,
//! every game ends, and there is never a draw.
//!
//! ```
//! use sarsen_core::game::{Game, Position, Written};
//! use sarsen_games::nuba::Nuba;
//!
//! let mut position = Nuba::USUAL.start();
//! for m in ["1@c2", "X@a5"] {
//!     let m = position.parse_move(m)?;
//!     position.make(m);
//! }
//! let text = "...../rX..../...../...../..g1../..... setup g";
//! assert_eq!(position.format(), text);
//! # Ok::<(), sarsen_core::game::MoveError>(())
//! ```

mod base;
mod board;
mod game;
mod march;
mod moves;
mod oracle;
mod position;
mod rules;
mod setup;
mod texts;

pub use base::Base;
pub use board::{CHAMPION, COLUMNS, ROWS, SQUARES};
pub use game::NAME;
pub use march::March;
pub use moves::Move;
pub use oracle::Unstoppable;
pub use position::NubaPosition;
pub use setup::Nuba;
