//! A file that an option names, while another thread reads it.

use std::time::{Duration, Instant};

use sarsen_engine::protocol::reply;

/// After `quit`, the reading of a file may take this long.
const HURRY: Duration = Duration::from_millis(100);

/// A file that is being read.
pub(crate) struct Loading {
    /// Its number. Files with lower numbers have been given up.
    pub(crate) number: u64,
    pub(crate) path: String,
    since: Instant,
    /// When to give it up.
    until: Option<Instant>,
}

impl Loading {
    pub(crate) fn new(number: u64, path: String) -> Self {
        Self { number, path, since: Instant::now(), until: None }
    }

    /// When to give it up.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.until
    }

    /// A sign of life.
    pub(crate) fn progress(&self) -> String {
        let seconds = self.since.elapsed().as_secs();
        reply::note(&format!("reading {} since {seconds} s", self.path))
    }

    /// Limits the rest of the reading to a moment.
    pub(crate) fn hurry(&mut self) {
        self.until = Some(Instant::now() + HURRY);
    }
}
