//! The interface for weights: those of the default evaluator, and others in their place.

use super::Think;
use sarsen_core::game::{SparseKind, SparseWeights, Weights, WeightsError};

/// What a [`SparseModel`](sarsen_core::game::SparseModel) tells of itself.
#[non_exhaustive]
pub struct SparseFacts {
    /// The weights in use.
    pub weights: SparseWeights,
    /// This many units of weight are one point of score.
    pub unit: f64,
    /// The kinds of weights.
    pub kinds: Vec<SparseKind>,
}

/// A game in progress, to give its default evaluator other weights.
pub trait Tune: Think {
    /// The built-in weights of the default evaluator. None if it takes no other weights.
    fn weights(&self) -> Option<Weights>;
    /// Gives the default evaluator other weights. `None` gives it the built-in ones again. Older
    /// table entries are no longer true.
    ///
    /// # Errors
    ///
    /// If they are not weights of this evaluator. The old weights stay.
    fn set_weights(&mut self, weights: Option<&Weights>) -> Result<(), WeightsError>;
    /// What the default evaluator tells as a [`SparseModel`](sarsen_core::game::SparseModel), if it
    /// is one.
    fn sparse(&self) -> Option<SparseFacts>;
    /// Gives the default evaluator, which is a sparse model, other weights. `None` gives it the
    /// built-in ones again. Older table entries are no longer true.
    ///
    /// # Errors
    ///
    /// If they are not weights of this evaluator. The old weights stay.
    fn set_sparse(&mut self, weights: Option<&SparseWeights>) -> Result<(), WeightsError>;
    /// Appends the indices of the weights of that model that count in the position. Nothing if the
    /// game is over.
    fn active_weights(&self, out: &mut Vec<u32>);
}
