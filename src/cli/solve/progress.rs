//! How far long work is, said now and then where no bar can show it.

use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use crate::sys::stderr::say;

/// How often it is said.
const PAUSE: Duration = Duration::from_secs(60);

/// What was said last, and when.
pub(super) struct Murmur {
    last: Instant,
}

impl Murmur {
    /// Begins with silence.
    pub(super) fn new() -> Self {
        Self { last: Instant::now() }
    }

    /// Says something, if it is time to and there is no bar to be seen.
    pub(super) fn say(&mut self, bar: &ProgressBar, text: impl FnOnce() -> String) {
        if bar.is_hidden() && self.last.elapsed() >= PAUSE {
            self.last = Instant::now();
            say(text());
        }
    }
}
