//! What to fit: the game, its weights, and which of them may change.

use crate::game::Weights;
use crate::session::Registry;

/// Weights to fit, and how.
pub struct Task<'a> {
    /// The known games.
    pub registry: &'a Registry,
    /// The game and its setup.
    pub game: &'a str,
    /// The weights to begin with.
    pub weights: Weights,
    /// The names of weights, or of lists of them, that stay as they are.
    pub keep: Vec<String>,
    /// The expected distance between a weight and the best one before anything is known: a standard
    /// deviation, in points.
    pub spread: f64,
    /// The number of threads. The result does not depend on it.
    pub threads: usize,
}
