//! Connect Four solved: the exact score of any position, by a search that knows only this game.
//!
//! The search asks null-window questions and keeps bounds in a [`store`]. It computes all moves of
//! a position side by side in the lanes of a vector ([`lanes`]). It follows forced replies without
//! visiting a node. Above all, it finds a [`bound`] at a glance. The recursion is [`visit`], and
//! [`mod@root`] asks the questions. Each [`Technique`] can be left out, to measure its worth.
//!
//! ```
//! use sarsen_core::game::{Effort, Game, Position, Solver, Written};
//! use sarsen_games::connect_four::{ConnectFourSolver, Small};
//!
//! let game = Small::new(7, 6)?;
//! let mut board = game.start();
//! for column in "52753311433677442422121".chars() {
//!     let m = board.parse_move(&column.to_string())?;
//!     board.make(m);
//! }
//! let solver = ConnectFourSolver::new(&game, 8 << 20).ok_or("no memory")?;
//! let found = solver.solve(&board, &Effort::UNLIMITED);
//! let value = found.value().ok_or("the game is over")?;
//! println!("{} after {} nodes", game.literature_score(&board, value), found.nodes);
//! # assert_eq!(game.literature_score(&board, value), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bound;
mod dispatch;
mod lanes;
mod order;
mod range;
mod root;
mod score;
mod search;
mod shape;
mod small_store;
mod solve;
mod store;
mod technique;
mod visit;

pub(super) use score::score;
pub use solve::ConnectFourSolver;
pub use technique::Technique;
