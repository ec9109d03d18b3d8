//! Files that options name. To read one may take long, so it can be done elsewhere, in three steps:
//! what is to be read, the reading, and what the engine makes of it.

use std::path::Path;

use super::engine_option::{Content, FileReader};
use super::offer::{Offer, OptionError};

/// A file that an option is to be set to.
#[derive(Clone, Debug)]
pub struct OptionFile {
    pub(super) offer: Offer,
    pub(super) path: String,
    pub(super) read: FileReader,
}

/// A file that has been read.
#[derive(Debug)]
pub struct Loaded {
    pub(super) file: OptionFile,
    pub(super) content: Content,
}

impl OptionFile {
    /// Its path, as it was given.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not what the option needs.
    pub fn load(self) -> Result<Loaded, OptionError> {
        match (self.read)(Path::new(&self.path)) {
            Ok(content) => Ok(Loaded { file: self, content }),
            Err(error) => Err(self.failed(error)),
        }
    }

    /// Why the option cannot be set to it.
    pub(crate) fn failed(&self, error: impl std::fmt::Display) -> OptionError {
        self.offer.error(format!("{}: {error}", self.path))
    }
}
