//! `EinStein würfelt nicht!` (I. Althöfer, 2004): a race of numbered stones, moved by a die.
//!
//! The board has 5 by 5 squares. Each player has six stones, numbered 1 to 6, in a corner. The die
//! says which stone moves: the one with its number, or the next higher or next lower one that is
//! left. A stone goes one square towards the opposite corner. It captures whatever is there, own
//! stones too. A player wins whose stone reaches the corner, or who has captured all stones of the
//! opponent.
//!
//! The players put up their stones by moves. They may place them as they like in their own corner,
//! so there is nothing random at the start. Then each turn is two plies: the throw, and the move.
//!
//! Stones only go forward, so no position comes again. There are no draws.
//!
//! ```
//! use sarsen_core::game::{Game, Position, Written};
//! use sarsen_games::einstein::Einstein;
//!
//! let mut position = Einstein.start().parse(".....3......46.d........c 1 -")?;
//! for m in ["4", "c3d3"] {
//!     let m = position.parse_move(m)?;
//!     position.make(m);
//! }
//! assert_eq!(position.format(), ".....3.......4.d........c 2 -");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod endings;
mod game;
mod moves;
mod position;
mod race;
mod rules;
mod solver;
mod squares;
mod texts;
mod turns;

pub use game::{Einstein, NAME};
pub use moves::EinsteinMove;
pub use position::EinsteinPosition;
pub use race::StoneRace;
pub use squares::{SIDE, SQUARES, STONES};
