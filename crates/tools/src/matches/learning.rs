//! Learns about a game from its rules and its board alone: the engine plays against itself, a model
//! is fitted to what it has seen, and the better weights are kept.
//!
//! ```text
//!  survey.rs         what the board shows, and how long games last
//!  games.rs          games to learn from
//!  lessons.rs        their positions, to learn from and to judge by
//!  foresight.rs      how well shallow searches with new weights predict deep ones
//!  gate.rs           the match of new weights against old ones
//!  generation.rs     what one round of all this has brought
//!  progress_file.rs  the file from which an interrupted run goes on
//!  course.rs         the whole run
//! ```

mod course;
mod error;
mod foresight;
mod games;
mod gate;
mod generation;
mod lessons;
mod progress_file;
mod survey;

pub use course::{LearnPlan, LearnProgress, Learnt};
pub use error::LearnError;
pub use games::{GamesPlan, Seen, play_games};
pub use generation::{Gain, Generation};
pub use lessons::Lessons;
pub use survey::Survey;
