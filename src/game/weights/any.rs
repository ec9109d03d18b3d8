//! A file of weights of either kind.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::{SparseWeights, Weights, WeightsError};
use crate::sys::atomic_file::refuse_no_file;

/// The limit for a file of named weights, in bytes. A larger file is something else.
const LARGEST_TEXT: usize = 1 << 20;

/// The limit for a file of sparse weights, in bytes. Nothing larger is read.
const LARGEST_FILE: usize = 64 << 20;

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
        let failed = |error: &dyn std::fmt::Display| WeightsError::File(error.to_string());
        refuse_no_file(path).map_err(|error| failed(&error))?;
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(LARGEST_FILE as u64 + 1).read_to_end(&mut bytes))
            .map_err(|error| failed(&error))?;
        let is_sparse = SparseWeights::is_title_of(&bytes);
        if bytes.len() > if is_sparse { LARGEST_FILE } else { LARGEST_TEXT } {
            return Err(failed(&"this is too large for a file of weights"));
        }
        if is_sparse {
            return SparseWeights::from_bytes(&bytes).map(Self::Sparse);
        }
        let text = String::from_utf8(bytes).map_err(|_| failed(&"this is no text"))?;
        Weights::parse(&text).map(Self::Named)
    }
}
