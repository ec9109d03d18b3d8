//! A file of weights of any kind.

use std::path::Path;

use crate::learned::LearnedWeights;
use sarsen_core::game::{SparseWeights, Weights, WeightsError, read_weights_file};

/// Weights of any kind.
#[derive(Clone, Debug)]
pub enum AnyWeights {
    /// A few weights with names.
    Named(Weights),
    /// Very many, of which few count in a position.
    Sparse(SparseWeights),
    /// What `sarsen learn` has learnt.
    Learned(LearnedWeights),
}

impl AnyWeights {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is no file of weights.
    pub fn load(path: &Path) -> Result<Self, WeightsError> {
        let bytes = read_weights_file(path)?;
        if LearnedWeights::is_title_of(&bytes) {
            return LearnedWeights::from_bytes(&bytes).map(Self::Learned);
        }
        if SparseWeights::is_title_of(&bytes) {
            return SparseWeights::from_bytes(&bytes).map(Self::Sparse);
        }
        Weights::from_bytes(bytes).map(Self::Named)
    }
}
