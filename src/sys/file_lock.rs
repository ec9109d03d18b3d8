//! Files that one process at a time is at work on.

use std::fs::{File, TryLockError};
use std::io::{Error, ErrorKind};

/// Holds an open file against other processes, until it is closed, by the end of the process at the
/// latest. That somebody else holds it is an error of the kind [`ErrorKind::ResourceBusy`].
pub(crate) fn lock(file: &File) -> std::io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            let why =
                "it is in use: another process, or another part of this one, is at work on it";
            Err(Error::new(ErrorKind::ResourceBusy, why))
        }
        // Better without than not at all.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
            log::warn!("files cannot be held against other processes here: {error}");
            Ok(())
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Whether an error says that somebody else holds a file.
pub(crate) fn is_busy(error: &Error) -> bool {
    error.kind() == ErrorKind::ResourceBusy
}
