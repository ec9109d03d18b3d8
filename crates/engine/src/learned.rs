//! What can be learnt about a game from its rules and its board alone: features, a model, and the
//! evaluator `learned`. `sarsen learn` teaches it.
//!
//! ```text
//!  board_facts.rs      what learning knows of a board; how a position is seen
//!  alphabet.rs         what can be at each place, as digits
//!  reading.rs          how tables read a place
//!  shapes.rs           small groups of neighbouring places
//!  features.rs         which weights and inputs count in a position
//!  model.rs            the tables and the hidden layer, as they learn
//!  lesson.rs           positions with targets
//!  quality.rs          how good a model is for a lesson
//!  fitting.rs          the fit of a model to a lesson, on several threads
//!  scales.rs           the same in whole numbers
//!  learned_weights.rs  the file
//!  network.rs          the model as it is computed while the engine plays
//!  insight.rs          what was learnt, ready to judge; what comes with games
//!  evaluator.rs        the evaluator
//!  asked.rs            positions that it is asked about, to learn from them
//! ```
//!
//! The tables are n-tuples (W. Bledsoe and I. Browning, "Pattern recognition and reading by
//! machine", 1959; S. Lucas, "Learning to play Othello with n-tuple systems", 2008; M. Thill, P.
//! Koch and W. Konen, "Reinforcement learning with n-tuples on the game Connect-4", 2012). The
//! hidden layer has inputs that are on or off, and is computed in whole numbers, as in Y. Nasu's
//! NNUE ("Efficiently updatable neural-network-based evaluation functions for computer shogi",
//! 2018).

mod alphabet;
mod asked;
mod board_facts;
mod evaluator;
mod features;
mod fitting;
mod insight;
mod learned_weights;
mod lesson;
mod model;
mod network;
mod quality;
mod reading;
mod scales;
#[cfg(test)]
mod scatter;
mod shapes;

pub use alphabet::Alphabet;
pub(crate) use asked::AskedPositions;
pub use board_facts::{BoardFacts, MOST_SLOTS, NoLearning, PositionView};
pub use evaluator::{LEARNED, Learned};
pub use features::Features;
pub use fitting::{FitPlan, fit, judge};
pub use insight::features_can_play;
pub use learned_weights::LearnedWeights;
pub use lesson::Lesson;
pub use model::Model;
pub use quality::{LessonQuality, surprise};
pub use scales::{POINTS, to_model, to_weights};
