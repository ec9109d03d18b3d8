//! What a game is to the engine: traits for the rules, evaluations and certain knowledge.
//!
//! A [`Game`] binds these together: a [`Position`] (the rules), one or more [`Evaluator`]s
//! (opinions), and perhaps an [`Oracle`] (what is certain at a glance) and a [`Solver`] (the game's
//! own search). A [`Presentation`] is what people see of it. Nothing here knows the engine's search
//! or the protocol.

mod binomial;
pub mod board;
mod definition;
mod drawing;
pub mod endgames;
mod error;
mod evaluator;
pub mod laws;
mod levels;
mod mirror_keys;
mod mix;
mod numbered_words;
mod numbering;
mod passes;
mod path;
mod perft;
mod player_name;
mod position;
mod presentation;
mod rows;
mod sample;
mod scale;
mod selectivity;
mod shortage;
mod solver;
mod sparse_weights;
mod symmetric;
mod tunable;
pub mod value;
mod weighted;
mod weights;
mod written;
mod zobrist;

pub use crate::sys::text::{excerpt, printable};
pub use binomial::binomial;
pub use definition::MoveOf;
pub use definition::{Game, NamedEvaluator, Notation};
pub use drawing::{Drawing, Ink, Span, Stress, View};
pub use error::{IllegalMove, MoveError, SetupError, TextError};
pub use evaluator::{Bound, Evaluator, Known, Oracle, SparseKind, SparseModel};
pub use levels::{Levels, Skill};
pub use mirror_keys::MirrorKeys;
pub use mix::{mix_bytes, mix64, split_mix};
pub use numbered_words::{numbered_words, read_points, read_side, side_number};
pub use numbering::{CLASSES, NumberedPlace, Numbering};
pub use passes::{is_pass_text, leading_pass};
pub use path::{Path, PathLimits, PathUndo};
pub use perft::{Interrupted, perft, perft_until};
pub use player_name::PlayerName;
pub use position::{Actor, Outcome, Player, Position, final_value, ranks_margins, worth_of_win};
pub use presentation::{Fact, Presentation};
pub use rows::{Letters, Rows, STONES};
pub use sample::sample;
pub use scale::Scale;
pub use selectivity::{DEEPEST_FORECAST, Forecast, Forecasts, ForecastsError, Selectivity};
pub use shortage::Shortage;
pub use solver::{Aim, Effort, Expected, Finding, NotExpected, Solver};
pub use sparse_weights::SparseWeights;
pub use symmetric::{IDENTITY, Symmetric, Symmetry};
pub use tunable::Tunable;
pub use weighted::Weighted;
pub use weights::read_file as read_weights_file;
pub use weights::{LARGEST_WEIGHT, Weights, WeightsError};
pub use written::Written;
pub use zobrist::Zobrist;
