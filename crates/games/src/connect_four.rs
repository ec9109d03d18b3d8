//! Connect Four, on boards of at least 4 columns and 4 rows that fit 128 bits.
//!
//! Players take turns to drop stones into columns. The first player with four in a row, upright,
//! level or diagonal, wins. A full board without four in a row is a draw. The usual board has 7
//! columns and 6 rows.
//!
//! ```
//! use sarsen_core::game::{Game, Position, Written};
//! use sarsen_games::connect_four::Small;
//!
//! let game = Small::new(7, 6)?;
//! let mut board = game.start();
//! for column in ["4", "4", "3"] {
//!     let drop = board.parse_move(column)?;
//!     board.make(drop);
//! }
//! assert_eq!(board.format(), "7/7/7/7/3o3/2xx3 o");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod chapter;
mod game;
mod geometry;
mod numbering;
mod oracle;
mod patterns;
mod rules;
mod setup;
mod size;
mod solver;
mod texts;
mod threats;
mod windows;
mod word;

pub use board::{Board, Drop};
pub use chapter::Chapter;
pub use game::NAME;
pub use geometry::Geometry;
pub use oracle::Tactics;
pub use setup::{ConnectFour, Large, Small};
pub use size::Size;
pub use solver::{ConnectFourSolver, Technique};
pub use threats::Threats;
pub use windows::Windows;
pub use word::BoardWord;
