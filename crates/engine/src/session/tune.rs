//! The interface for weights: those of the game's own evaluator, and others in their place.

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

/// A game in progress, to give its own evaluator other weights: the first one that the game brings
/// itself. It is the default one unless something learnt comes with the game.
pub trait Tune: Think {
    /// The name of that evaluator. None if there is none, or if it is called `none` or `learned`.
    fn own_evaluator(&self) -> Option<&'static str>;
    /// The built-in weights of that evaluator. None if it takes no other weights.
    fn weights(&self) -> Option<Weights>;
    /// Gives it other weights. `None` gives it the built-in ones again. Older
    /// table entries are no longer true.
    ///
    /// # Errors
    ///
    /// If they are not weights of this evaluator. The old weights stay.
    fn set_weights(&mut self, weights: Option<&Weights>) -> Result<(), WeightsError>;
    /// What it tells as a [`SparseModel`](sarsen_core::game::SparseModel), if it
    /// is one.
    fn sparse(&self) -> Option<SparseFacts>;
    /// Gives it other weights, if it is a sparse model. `None` gives it the
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
