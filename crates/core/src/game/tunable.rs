//! The weights of a game's first evaluator, for people and programs that change them.

use super::{Evaluator, Position, Weights, WeightsError};

/// A game whose first evaluator works with other weights, too. The option `Weights` changes them,
/// and `sarsen tune` fits them.
pub trait Tunable<P: Position>: Send + Sync {
    /// The weights of the first evaluator.
    fn weights(&self) -> Weights;

    /// The first evaluator with other weights. Their names are those of
    /// [`weights`](Self::weights).
    ///
    /// # Errors
    ///
    /// If the evaluator cannot use these weights.
    fn weighted(&self, weights: &Weights) -> Result<Box<dyn Evaluator<P>>, WeightsError>;
}
