//! Ctrl-C during long work: the first stops the work, the second ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use sarsen_tools::client::end_all;

/// The exit status of an interrupted process, as in shells.
pub(crate) const INTERRUPTED: u8 = 130;

/// Work was interrupted. The text says what has become of it.
#[derive(Debug, thiserror::Error)]
#[error("interrupted; {0}")]
pub(crate) struct InterruptedWork(pub(crate) &'static str);

/// A switch that an interrupt sets. A second interrupt ends the process.
pub(crate) fn interrupt_switch() -> Result<Arc<AtomicBool>, ctrlc::Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Relaxed) {
            // The second Ctrl-C does not wait.
            end_all();
            std::process::exit(INTERRUPTED.into());
        }
    })?;
    Ok(stop)
}
