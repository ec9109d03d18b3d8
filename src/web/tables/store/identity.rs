//! Whether the file of the store is still the one that was opened. On Unix, a file that is open can
//! be deleted or replaced, and nobody notices.

use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The file is looked at no more often than this.
const PAUSE: Duration = Duration::from_secs(1);

/// The file of the store, as it was when it was opened.
pub(super) struct StoreFile {
    path: PathBuf,
    /// None if the system cannot tell.
    identity: Option<(u64, u64)>,
    seen: Instant,
    is_gone: bool,
}

impl StoreFile {
    /// The file at a path, which is open now.
    pub(super) fn opened(path: PathBuf) -> Self {
        let identity = identity(&path);
        Self { path, identity, seen: Instant::now(), is_gone: false }
    }

    /// Whether another file, or none, is at the path now.
    pub(super) fn is_gone(&mut self) -> bool {
        if self.identity.is_none() || self.seen.elapsed() < PAUSE {
            return self.is_gone;
        }
        let was_gone = self.is_gone;
        self.is_gone = identity(&self.path) != self.identity;
        self.seen = Instant::now();
        if self.is_gone && !was_gone {
            let path = self.path.display();
            log::error!("{path}: the store was removed or replaced, so nothing can be stored");
        }
        self.is_gone
    }
}

#[cfg(unix)]
fn identity(path: &std::path::Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(_path: &std::path::Path) -> Option<(u64, u64)> {
    None
}
