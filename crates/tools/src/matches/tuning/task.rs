//! What to fit: weights of a game, and which of them may change.

use super::workplace::Workplace;
use sarsen_core::game::Weights;

/// Weights to fit, and how.
pub struct Task<'a> {
    /// The game, and the threads that do the work.
    pub place: Workplace<'a>,
    /// The weights to begin with.
    pub weights: Weights,
    /// The names of weights, or of lists of them, that stay as they are.
    pub keep: Vec<String>,
    /// The expected distance between a weight and the best one before anything is known: a standard
    /// deviation, in points.
    pub spread: f64,
}
