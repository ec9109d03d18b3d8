//! Fits the weights of a game's evaluator to the results of games, by Texel's method (P. Österlund,
//! "Texel's tuning method", 2014).
//!
//! The fit takes the value of a position, divided by a scale, as the logarithm of the odds that the
//! first player wins. It looks for the weights under which the results of the games are most
//! likely. A prior holds each weight near its old value. So a weight does not drift if the games
//! say nothing about it.
//!
//! ```text
//!  workplace.rs  the game that something is fitted for, and the threads that do the work
//!  self_play.rs  how the engine plays against itself
//!  quality.rs    how good fitted weights are
//!  task.rs       which weights to fit
//!  sample.rs     positions and how their games ended, from self-play or from records
//!  solved.rs     positions that the game's own solver has decided
//!  features.rs   how the values of the positions change with each weight
//!  logistic.rs   the weights that make the results most likely, for fixed features
//!  fit.rs        the whole fit, in rounds
//!  sparse.rs     the same for very many weights, of which few count in a position
//!  prob_cut.rs   another fit: how well a shallow search predicts a deep one
//! ```

mod error;
mod features;
mod fit;
mod logistic;
pub mod prob_cut;
mod quality;
mod sample;
mod self_play;
mod solved;
pub mod sparse;
mod task;
mod workplace;

pub use error::TuneError;
pub use fit::Tuned;
pub use quality::FitQuality;
pub use sample::{Sample, from_records, self_play};
pub(super) use self_play::RandomChoice;
pub use self_play::SelfPlay;
pub use solved::{Solved, exact, solved};
pub use task::Task;
pub use workplace::Workplace;
