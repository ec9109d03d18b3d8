//! Positions to solve, one a line, and their results compared with known scores.

mod line;
mod problem;
mod score;
mod summary;

pub use line::{LineSolver, SolveLineError, SolvedLine};
pub use score::KnownScore;
pub use summary::SolveSummary;
