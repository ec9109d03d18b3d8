//! The files that options name. Reading one may take long, so another thread can do it.
//!
//! There are three steps: the engine names the file ([`OptionFile`]), anyone reads it
//! ([`Loaded`]), and the engine adopts the content.

use std::path::Path;

use super::engine_option::{Content, FileReader};
use super::offer::{Offer, OptionError};

/// A file that an option is set to, not yet read.
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

    /// The error that the client may not let it be read.
    pub fn forbidden(&self) -> OptionError {
        self.offer.error("reading a file is not allowed over this connection")
    }

    /// The error that the option cannot be set to this file.
    pub fn failed(&self, error: impl std::fmt::Display) -> OptionError {
        self.offer.error(format!("{}: {error}", self.path))
    }
}
