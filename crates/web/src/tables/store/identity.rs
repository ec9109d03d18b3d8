//! Whether the files of the store are still those that were opened. On Unix, a file that is open
//! can be deleted or replaced, and nobody notices.

use std::path::{Path, PathBuf};

use sarsen_core::sys::atomic_file::beside;

/// The files of the store, as they were when it was opened: the database, and beside it the log in
/// which SQLite writes every change first.
pub(super) struct StoreFiles {
    files: Vec<StoreFile>,
    is_gone: bool,
}

struct StoreFile {
    path: PathBuf,
    /// None if the system cannot tell.
    identity: Option<(u64, u64)>,
}

impl StoreFile {
    fn opened(path: PathBuf) -> Self {
        let identity = identity(&path);
        Self { path, identity }
    }

    fn is_gone(&self) -> bool {
        self.identity.is_some() && identity(&self.path) != self.identity
    }
}

impl StoreFiles {
    /// The files of the database at a path, which is open now.
    pub(super) fn opened(path: &Path) -> Self {
        // The log is where the database really is, even if links lead there.
        let files = [path.into(), beside(path, "-wal")].map(StoreFile::opened).into();
        Self { files, is_gone: false }
    }

    /// Whether another file, or none, is where one of them was.
    pub(super) fn are_gone(&mut self) -> bool {
        let gone = self.files.iter().find(|file| file.is_gone());
        if let Some(file) = gone.filter(|_| !self.is_gone) {
            let path = file.path.display();
            log::error!("{path}: this was removed or replaced, so nothing can be stored");
        }
        self.is_gone = gone.is_some();
        self.is_gone
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(_path: &Path) -> Option<(u64, u64)> {
    None
}
