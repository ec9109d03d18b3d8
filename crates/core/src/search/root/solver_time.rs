//! The time that a game's own solver has used. It does not count as time of the search.

use std::time::Duration;

use crate::search::Control;

/// The time that the solver has used.
#[derive(Default)]
pub(crate) struct SolverTime {
    used: Duration,
    /// The start of the clock that it counts from.
    origin: Duration,
}

impl SolverTime {
    /// Adds a turn that ends now and began this long after the creation of the control.
    pub(crate) fn add(&mut self, control: &Control, began: Duration) {
        self.used = self.on_clock(control);
        self.origin = control.origin();
        self.used += control.elapsed().saturating_sub(began.max(self.origin));
    }

    /// How much of it has passed since the clock was started.
    pub(crate) fn on_clock(&self, control: &Control) -> Duration {
        if self.origin == control.origin() { self.used } else { Duration::ZERO }
    }
}
