//! The rescue of a game: if a closed terminal or another process ends this process, the game is
//! saved and the terminal restored.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::saving::append;

/// A record that is in no file, and the file for it.
type Unsaved = Option<(PathBuf, String)>;

/// The unsaved game, for the thread that saves it.
#[derive(Clone, Default)]
pub(super) struct Rescue(Arc<Mutex<Unsaved>>);

impl Rescue {
    /// Remembers the unsaved game, if there is one.
    pub(super) fn keep(&self, unsaved: Option<(&Path, String)>) {
        let unsaved = unsaved.map(|(file, record)| (file.to_owned(), record));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = unsaved;
    }

    /// Waits, on its own thread, for the signal that ends the process. Then saves the game,
    /// restores the current modes of the terminal, and ends the process.
    ///
    /// # Errors
    ///
    /// If signals cannot be watched.
    #[cfg(unix)]
    pub(super) fn watch(&self) -> std::io::Result<()> {
        use super::modes::TerminalModes;
        use sarsen_core::sys::threads::ThreadKind;
        use signal_hook::consts::{SIGHUP, SIGTERM};
        use signal_hook::iterator::Signals;
        let mut signals = Signals::new([SIGHUP, SIGTERM])?;
        let unsaved = Arc::clone(&self.0);
        let modes = TerminalModes::now();
        ThreadKind::named("rescue").detach(move || {
            if let Some(signal) = signals.forever().next() {
                // The lock is held until the end, so that the game is not saved twice.
                let unsaved = unsaved.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((file, record)) = &*unsaved {
                    // An error cannot be shown any more.
                    let _ = append(file, record);
                }
                modes.restore();
                std::process::exit(128 + signal);
            }
        })
    }

    /// Other systems have no such signals.
    #[cfg(not(unix))]
    pub(super) fn watch(&self) -> std::io::Result<()> {
        Ok(())
    }
}
