//! Ctrl-C during long work: the first stops the work, the second ends the process.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use sarsen_core::sys::threads::ThreadKind;
use sarsen_tools::client::end_all;
use signal_hook::consts::SIGINT;

/// The exit status of an interrupted process, as in shells.
pub(crate) const INTERRUPTED: u8 = 130;

/// Work was interrupted. The text says what has become of it.
#[derive(Debug, thiserror::Error)]
#[error("interrupted; {0}")]
pub(crate) struct InterruptedWork(pub(crate) &'static str);

/// From now on, an interrupt does not end the process. Each is answered by `act`, on a thread of
/// its own.
#[cfg(unix)]
pub(crate) fn on_interrupt(mut act: impl FnMut() + Send + 'static) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT])?;
    ThreadKind::named("interrupt").detach(move || signals.forever().for_each(|_| act()))
}

/// The same where a thread cannot wait for a signal: it looks now and then.
#[cfg(not(unix))]
pub(crate) fn on_interrupt(mut act: impl FnMut() + Send + 'static) -> io::Result<()> {
    let came = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(SIGINT, Arc::clone(&came))?;
    ThreadKind::named("interrupt").detach(move || {
        loop {
            std::thread::sleep(std::time::Duration::from_millis(50));
            if came.swap(false, Relaxed) {
                act();
            }
        }
    })
}

/// A switch that an interrupt sets. A second interrupt ends the process.
pub(crate) fn interrupt_switch() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    on_interrupt(move || {
        if flag.swap(true, Relaxed) {
            // The second Ctrl-C does not wait.
            end_all();
            std::process::exit(INTERRUPTED.into());
        }
    })?;
    Ok(stop)
}
