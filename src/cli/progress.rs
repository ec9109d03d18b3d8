//! The progress of long work: a bar at a terminal, otherwise a line every minute.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use sarsen_core::sys::stderr::say;
use sarsen_core::sys::threads::ThreadKind;

/// The interval at which the progress of long work is shown.
pub(crate) const TICK: Duration = Duration::from_millis(250);

/// The interval between two lines of the log.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// Redraws a visible bar at intervals. First tests whether the system gives a thread for it,
/// because indicatif panics without one.
pub(crate) fn keep_moving(bar: &ProgressBar, interval: Duration) {
    if !bar.is_hidden() && ThreadKind::named("progress").detach(|| ()).is_ok() {
        bar.enable_steady_tick(interval);
    }
}

/// Progress as lines on standard error, if no bar is visible.
pub(crate) struct ProgressLog {
    /// When the last line was printed, or the log was made.
    last: Instant,
}

impl ProgressLog {
    /// A log. Its first line comes after one interval.
    pub(crate) fn new() -> Self {
        Self { last: Instant::now() }
    }

    /// Prints a line if it is due and the bar is hidden.
    pub(crate) fn say(&mut self, bar: &ProgressBar, text: impl FnOnce() -> String) {
        if bar.is_hidden() && self.last.elapsed() >= LOG_INTERVAL {
            self.last = Instant::now();
            say(text());
        }
    }
}
