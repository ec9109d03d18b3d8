//! The progress of a search to the end.

use indicatif::{HumanCount, ProgressBar};

use crate::cli::progress::ProgressLog;
use sarsen_engine::knowledge::EndSearchUpdate;

/// Shows how far the search at work has come.
pub(super) struct SearchDisplay<'a> {
    pub(super) bar: &'a ProgressBar,
    pub(super) log: ProgressLog,
}

impl SearchDisplay<'_> {
    /// Shows progress on the bar or in the log.
    pub(super) fn show(&mut self, update: EndSearchUpdate) {
        let EndSearchUpdate { depth, nodes, .. } = update;
        let how_far = format!("depth {depth}, {} visited", HumanCount(nodes));
        self.log.say(self.bar, || how_far.clone());
        self.bar.set_message(format!(" ({how_far})"));
    }
}
