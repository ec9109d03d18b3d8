//! The solver of endings: who wins, and by how many discs.
//!
//! It asks one question after another: is the final difference of discs more than a limit? The
//! limits are odd and the differences even, so an answer is always yes or no. Each question is a
//! search with a null window. The answers enclose the exact difference.
//!
//! The search does what such programs have done for decades (M. Buro, "The evolution of strong
//! Othello programs", 2003; G. Andersson, "Writing an Othello program", 2007):
//!
//! - Moves that leave few replies come first, then squares in regions with an odd number of empty
//!   squares.
//! - Discs that can never turn over give bounds.
//! - A table keeps bounds. It is also asked for the positions after each move.
//! - The last squares have code of their own.

mod discs;
mod edges;
mod field;
mod inquiry;
mod last;
mod near_end;
mod order;
mod preview;
mod question;
mod root;
mod search;
mod solve;
mod stability;
mod store;
mod technique;
mod visit;

pub use solve::OthelloSolver;
pub use technique::Technique;
