//! Fits the weights of a game's evaluator to the results of games, by Texel's method (P. Österlund,
//! "Texel's tuning method", 2014).
//!
//! The fit takes the value of a position, divided by a scale, as the logarithm of the odds that the
//! first player wins. It looks for the weights under which the results of the games are most
//! likely. A prior holds each weight near its old value. So a weight does not drift if the games
//! say nothing about it.
//!
//! ```text
//!  task.rs      what to fit
//!  sample.rs    positions and how their games ended, from self-play or from records
//!  solved.rs    positions that the game's own solver has decided
//!  features.rs  how the values of the positions change with each weight
//!  logistic.rs  the weights that make the results most likely, for fixed features
//!  fit.rs       the whole fit, in rounds
//!  sparse.rs    the same for very many weights, of which few count in a position
//!  prob_cut.rs  another fit: how well a shallow search predicts a deep one
//! ```

mod error;
mod features;
mod fit;
mod logistic;
pub mod prob_cut;
mod sample;
mod solved;
pub mod sparse;
mod task;

pub use error::TuneError;
pub use fit::Tuned;
pub use sample::{Sample, SelfPlay, from_records, self_play};
pub use solved::{Solved, exact, solved};
pub use task::Task;
