//! What is saved when the process is told to end, by a closed terminal or by another process; the
//! terminal is left as it was.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::saving::append;

/// A record that is in no file yet, and the file that it is meant for.
type Unsaved = Option<(PathBuf, String)>;

/// Where the game under way is kept for the worst case.
#[derive(Clone, Default)]
pub(super) struct Rescue(Arc<Mutex<Unsaved>>);

impl Rescue {
    /// This is what would be lost, or nothing.
    pub(super) fn keep(&self, unsaved: Option<(&Path, String)>) {
        let unsaved = unsaved.map(|(file, record)| (file.to_owned(), record));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = unsaved;
    }

    /// Saves it when the process is told to end, gives the terminal the modes that it has now, and
    /// ends the process.
    ///
    /// # Errors
    ///
    /// If the system does not tell.
    #[cfg(unix)]
    pub(super) fn watch(&self) -> std::io::Result<()> {
        use signal_hook::consts::{SIGHUP, SIGTERM};
        let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGTERM])?;
        let unsaved = Arc::clone(&self.0);
        let modes = super::terminal::Modes::now();
        std::thread::Builder::new().name("rescue".to_owned()).spawn(move || {
            if let Some(signal) = signals.forever().next() {
                // Held until the end, so that it is not saved twice.
                let unsaved = unsaved.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((file, record)) = &*unsaved {
                    // Nobody is left who could be told.
                    let _ = append(file, record);
                }
                modes.restore();
                std::process::exit(128 + signal);
            }
        })?;
        Ok(())
    }

    /// Here nobody is told.
    #[cfg(not(unix))]
    pub(super) fn watch(&self) -> std::io::Result<()> {
        Ok(())
    }
}
