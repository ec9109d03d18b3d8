//! The lock of a book: only one process at a time changes a book.

use std::fs::File;
use std::io::Error;
use std::path::{Path, PathBuf};

use sarsen_core::sys::atomic_file::beside;
use sarsen_core::sys::file_lock::{is_at, is_busy, lock};

/// Keeps other processes from changing a book, by a locked file beside it. The lock ends when this
/// value is dropped, or when the process ends in any way.
pub struct Lock {
    path: PathBuf,
    _file: File,
}

/// Why a book cannot be locked.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process has locked it.
    #[error("another process is at work on this book")]
    Busy,
    /// The lock file cannot be written.
    #[error("{0}")]
    Io(#[from] Error),
    /// There is a file with the name of the lock, but it is something else.
    #[error("'{0}' is in the way: a file of this name marks a book that is being written")]
    Foreign(String),
}

impl Lock {
    /// Locks the book at this path.
    ///
    /// # Errors
    ///
    /// If another process has locked it, or the lock file cannot be written.
    pub fn take(path: &Path) -> Result<Self, LockError> {
        let path = beside(path, ".lock");
        loop {
            // A lock is an empty file. Any other file belongs to somebody.
            if std::fs::symlink_metadata(&path)
                .is_ok_and(|found| !found.is_file() || found.len() > 0)
            {
                return Err(LockError::Foreign(path.display().to_string()));
            }
            let file = File::options().create(true).truncate(false).write(true).open(&path)?;
            match lock(&file) {
                // The process that held the lock before may have removed the file meanwhile. Then
                // others would not see this lock.
                Ok(()) if !is_at(&file, &path) => {}
                Ok(()) => return Ok(Self { path, _file: file }),
                Err(error) if is_busy(&error) => return Err(LockError::Busy),
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // If the file stays, it does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}
