//! Evaluators with very many weights, of which only a few count in a position.

use std::ops::Range;

use super::WeightsError;
use super::sparse_file::SparseWeights;
use crate::game::{Evaluator, Position};

/// A kind of weights: all patterns of one shape, for example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SparseKind {
    /// Its name: one word.
    pub name: String,
    /// The indices of its weights.
    pub weights: Vec<Range<usize>>,
}

/// An evaluator that is a sum of weights, of which only a few count in each position: one for each
/// pattern on the board, for example. `sarsen tune` fits tens of thousands of such weights.
///
/// # Laws
///
/// - The value of a position for the player to act is the sum of its [active](Self::active)
///   weights, up to rounding, in units of a [`unit`](Self::unit)th of a point of score.
/// - Every index is less than the number of weights.
pub trait SparseModel<P: Position>: Send + Sync {
    /// The weights in use.
    fn weights(&self) -> &SparseWeights;

    /// How much a weight is worth: this many units are one point of the game's
    /// [score](crate::game::Game::literature_score).
    fn unit(&self) -> f64;

    /// The kinds of weights, so that `sarsen tune` can leave some of them as they are. A weight may
    /// be of no kind.
    fn kinds(&self) -> Vec<SparseKind>;

    /// Appends the indices of the weights that count in an unfinished position. A weight that
    /// counts twice is there twice.
    fn active(&self, position: &P, out: &mut Vec<u32>);

    /// The same evaluator with other weights.
    ///
    /// # Errors
    ///
    /// If these weights are not for this evaluator.
    fn with(&self, weights: &SparseWeights) -> Result<Box<dyn Evaluator<P>>, WeightsError>;
}
