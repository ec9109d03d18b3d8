//! Locks on files, so that only one process at a time works on a file.

use std::fs::{File, TryLockError};
use std::io::{Error, ErrorKind};
use std::path::Path;

/// Locks an open file against other processes until it is closed or this process ends. If the file
/// is already locked, the error is [`ErrorKind::ResourceBusy`].
pub fn lock(file: &File) -> std::io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            let why = "it is in use by another process, or by another part of this one";
            Err(Error::new(ErrorKind::ResourceBusy, why))
        }
        // Work without a lock is better than no work.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
            log::warn!("files cannot be locked here: {error}");
            Ok(())
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether an error says that a file is already locked.
pub fn is_busy(error: &Error) -> bool {
    error.kind() == ErrorKind::ResourceBusy
}

/// Whether the path still leads to this open file.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

/// Always true: on these systems an open file cannot be removed.
#[cfg(not(unix))]
pub fn is_at(_file: &File, _path: &Path) -> bool {
    true
}
