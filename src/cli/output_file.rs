//! The file for what was fitted.

use std::io;
use std::path::Path;

use super::file_error::{FileError, InFile};
use sarsen_core::sys::atomic_file;

/// Why a file is not written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OutputFileError {
    /// Its folder is missing.
    #[error("{file}: there is no folder {folder}")]
    NoFolder {
        /// The file.
        file: String,
        /// The folder.
        folder: String,
    },
    /// It holds something else.
    #[error("{file}: is no file of {kind}, and stays as it is")]
    Foreign {
        /// The file.
        file: String,
        /// What it is to hold.
        kind: &'static str,
    },
    /// The system refuses it.
    #[error(transparent)]
    Write(#[from] FileError<io::Error>),
}

told!(OutputFileError);

/// Refuses a file that cannot be written, or that holds something else, before the work takes
/// hours. `kind` says what the file is to hold. `is_ours` tells whether the old file does.
pub(crate) fn check(
    path: Option<&Path>,
    kind: &'static str,
    is_ours: impl FnOnce(&Path) -> bool,
) -> Result<(), OutputFileError> {
    let Some(path) = path else { return Ok(()) };
    let file = path.display().to_string();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(OutputFileError::NoFolder { file, folder: folder.display().to_string() });
    }
    // To read what is no file could take for ever.
    if path.exists() && !(path.is_file() && is_ours(path)) {
        return Err(OutputFileError::Foreign { file, kind });
    }
    Ok(atomic_file::can_replace(path).in_file(file)?)
}

/// Writes the file, if there is to be one.
pub(crate) fn write(path: Option<&Path>, bytes: &[u8]) -> Result<(), FileError<io::Error>> {
    let Some(path) = path else { return Ok(()) };
    atomic_file::replace(path, bytes).in_file(path.display())
}
