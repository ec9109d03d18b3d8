//! The rescue of a game: if a closed terminal or another process ends this process, the game is
//! saved and the terminal restored.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
        *self.hold() = unsaved;
    }

    fn hold(&self) -> MutexGuard<'_, Unsaved> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Saves the game. As long as the result is held, nobody saves it again.
    fn save(&self) -> MutexGuard<'_, Unsaved> {
        let unsaved = self.hold();
        if let Some((file, record)) = &*unsaved {
            // An error cannot be shown any more.
            let _ = append(file, record);
        }
        unsaved
    }

    /// Saves the game and ends the process with this status.
    pub(super) fn end(&self, status: u8) -> ! {
        let _held = self.save();
        std::process::exit(status.into())
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
        let rescue = self.clone();
        let modes = TerminalModes::now();
        ThreadKind::named("rescue").detach(move || {
            if let Some(signal) = signals.forever().next() {
                let _held = rescue.save();
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
