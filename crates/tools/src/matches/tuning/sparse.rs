//! Fits the weights of a [sparse model](sarsen_core::game::SparseModel) to exact scores of
//! positions.
//!
//! The engine plays against itself. As soon as few plies are left, the game's own solver decides
//! the game, and plays it to its end without a mistake. So the score of the last positions is
//! exact. It is the result that the earlier positions learn from (M. Buro, "Improving heuristic
//! mini-max search by supervised learning", 2002).
//!
//! ```text
//!  games.rs     self-play with solved endings
//!  judged.rs    positions with their scores, as a file
//!  rows.rs      which weights count in each position
//!  squares.rs   the weights with the least squares of errors, for fixed rows
//!  fit.rs       the whole fit
//! ```

mod fit;
mod games;
mod judged;
mod rows;
mod squares;

pub use fit::{Progress, SparseTask, SparseTuned};
pub use games::{SolvedPlay, solved_play};
pub use judged::{Judged, JudgedError, JudgedFile};
