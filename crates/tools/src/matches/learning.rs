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
//!  packing.rs        positions as bytes
//!  progress_file.rs  the file from which an interrupted run goes on
//!  course.rs         the whole run
//!  games_task.rs     games as tasks for other machines
//!  distributed.rs    the whole run on many machines
//! ```

mod course;
mod distributed;
mod error;
mod foresight;
mod games;
mod games_task;
mod gate;
mod generation;
mod lessons;
mod packing;
mod progress_file;
mod survey;

pub use course::{LearnPlan, LearnProgress, Learnt};
pub use distributed::AddedGames;
pub use error::LearnError;
pub use games::{GamesPlan, Seen, play_games};
pub use games_task::{AnswerError, GamesAnswer, GamesPlayer, GamesTask, TaskError, weights_number};
pub use generation::{Gain, Generation};
pub use lessons::Lessons;
pub use survey::Survey;
