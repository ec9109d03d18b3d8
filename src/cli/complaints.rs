//! Complaints about an input, of which there may be more than anybody wants to read.

use std::fmt::Display;

use sarsen_core::sys::stderr::complain;

/// The limit for the number of complaints that are printed.
const MOST: usize = 1000;

/// Counts complaints, and prints the first thousand of them.
#[derive(Default)]
pub(crate) struct Complaints {
    count: usize,
}

impl Complaints {
    /// Counts a complaint, and prints it unless there were too many before.
    pub(crate) fn add(&mut self, complaint: impl Display) {
        self.count += 1;
        match self.count {
            ..=MOST => complain(complaint),
            count if count == MOST + 1 => complain("further errors are only counted"),
            _ => {}
        }
    }

    /// How many there were.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Tells how many there were, if some of them were not printed.
    pub(crate) fn tell_count(&self, about: &str) {
        if self.count > MOST {
            complain(format_args!("{about}: {} errors and notes", self.count));
        }
    }
}
