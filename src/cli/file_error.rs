//! Errors about a file: which file it is, and what is wrong with it.

use std::error::Error;
use std::fmt::Display;

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {why}")]
pub(crate) struct FileError<E: Error> {
    file: String,
    why: E,
}

/// Adds the name of the file to an error about it.
pub(crate) trait InFile<T, E: Error> {
    /// The same, where an error names this file.
    fn in_file(self, file: impl Display) -> Result<T, FileError<E>>;
}

impl<T, E: Error> InFile<T, E> for Result<T, E> {
    fn in_file(self, file: impl Display) -> Result<T, FileError<E>> {
        self.map_err(|why| FileError { file: file.to_string(), why })
    }
}
