//! Work on many positions: the analysis of files and pipes, the building of books, the bench.

pub mod analysis;
pub mod bench;
mod book_building;
pub mod book_exchange;
mod hard_positions;
pub mod solving;

pub use book_building::{BookPlan, Goal, build, complete};
pub use hard_positions::{HardProgress, Hardness, learn_hard_positions};
