//! Fits the forecasts of Multi-ProbCut: how well a shallow search predicts a deep one.
//!
//! The engine plays against itself. Some positions of its games, and some that lie a random move or
//! two beside them, are searched to every depth with full width. Then a line is fitted for each
//! stage of the game and each pair of depths, by least squares.
//!
//! ```text
//!  values.rs      positions and their values at every depth
//!  regression.rs  a line through points, by least squares
//!  lines.rs       the stages and the pairs of depths, with their lines
//! ```

mod lines;
mod regression;
mod values;

pub use lines::{FittedForecast, Stages, forecasts, text};
pub use values::{Depths, ValuesByDepth, values_by_depth};
