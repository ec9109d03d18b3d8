//! A file of weights of either kind.

use std::path::Path;

use super::weights::read_file;
use super::{SparseWeights, Weights, WeightsError};

/// Weights of either kind.
#[derive(Clone, Debug)]
pub enum AnyWeights {
    /// A few weights with names.
    Named(Weights),
    /// Very many, of which few count in a position.
    Sparse(SparseWeights),
}

impl AnyWeights {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is no file of weights.
    pub fn load(path: &Path) -> Result<Self, WeightsError> {
        let bytes = read_file(path)?;
        if SparseWeights::is_title_of(&bytes) {
            return SparseWeights::from_bytes(&bytes).map(Self::Sparse);
        }
        Weights::from_bytes(bytes).map(Self::Named)
    }
}
