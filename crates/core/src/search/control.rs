//! The control of a running search: its caller can stop it, start its clock and see how far it is.
//! A search that shares its threads with others has a [`Light`], too.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::Limits;
use super::headway::Headway;
use super::light::Light;
use crate::game::Shortage;
use crate::search::time::{Budget, Outlook};

/// The time that means "no deadline".
const NEVER: u64 = u64::MAX;

/// What a search shares with its caller. All times are counted from the creation of the control. If
/// the search begins late, they are counted as if it had been created later.
#[derive(Debug)]
pub struct Control {
    began: Instant,
    /// How much later the times begin.
    late: AtomicU64,
    stop: AtomicBool,
    /// When the clock was started.
    origin: AtomicU64,
    soft: AtomicU64,
    hard: AtomicU64,
    nodes: AtomicU64,
    /// How much of the work is done.
    headway: Headway,
    /// Stops the search, too.
    switch: Option<Arc<AtomicBool>>,
    /// Whether the search has a thread at present, if it shares threads.
    light: OnceLock<Arc<Light>>,
    /// What memory the game's own solver lacks.
    shortage: OnceLock<Shortage>,
}

impl Default for Control {
    fn default() -> Self {
        Self::new()
    }
}

impl Control {
    /// The control of a search that begins now and has no deadline.
    #[must_use]
    pub fn new() -> Self {
        Self::since(Instant::now())
    }

    /// The control of a search that counts as begun at `began` and has no deadline.
    #[must_use]
    pub fn since(began: Instant) -> Self {
        Self {
            began,
            late: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            origin: AtomicU64::new(0),
            soft: AtomicU64::new(NEVER),
            hard: AtomicU64::new(NEVER),
            nodes: AtomicU64::new(0),
            headway: Headway::default(),
            switch: None,
            light: OnceLock::new(),
            shortage: OnceLock::new(),
        }
    }

    /// The same control, which a switch shared with others stops, too.
    #[must_use]
    pub fn with_switch(mut self, switch: Arc<AtomicBool>) -> Self {
        self.switch = Some(switch);
        self
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.tell_light();
    }

    /// From now on the search waits while this light is red. A control has one light at most.
    pub fn obey(&self, light: Arc<Light>) {
        // A second light would have to come from a second host.
        let _ = self.light.set(light);
    }

    /// Its place in the queue, if it waits for a thread and has not had one yet.
    pub fn place(&self) -> Option<usize> {
        self.light.get()?.place()
    }

    /// The light must know what has changed.
    fn tell_light(&self) {
        if let Some(light) = self.light.get() {
            light.control_changed();
        }
    }

    /// The search begins only now: its clock counts from now, if it runs already. To be called
    /// once, before the search.
    pub fn begin_late(&self) {
        let late = self.began.elapsed().saturating_sub(self.origin());
        self.late.store(micros(late), Relaxed);
    }

    /// When its times begin.
    fn beginning(&self) -> Instant {
        self.began + Duration::from_micros(self.late.load(Relaxed))
    }

    /// Whether [`stop`](Self::stop) was called, or the shared switch was set.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.switch.as_ref().is_some_and(|switch| switch.load(Relaxed))
    }

    /// Starts the clock. The budget counts from `since`, or from the creation if that came later.
    pub fn start_clock(&self, budget: Budget, since: Instant) {
        let origin = micros(since.saturating_duration_since(self.beginning()));
        let until = |time: Duration| origin.saturating_add(micros(time));
        self.origin.store(origin, Relaxed);
        self.soft.store(budget.soft.map_or(NEVER, until), Relaxed);
        self.hard.store(until(budget.hard), Relaxed);
        self.tell_light();
    }

    /// Starts the clock for a move within these limits, if they limit its time and no clock runs
    /// yet.
    pub fn start_for(&self, limits: &Limits, outlook: Outlook<'_>) {
        if self.deadline().is_none()
            && let Some(budget) = limits.budget(outlook, Duration::ZERO)
        {
            self.start_clock(budget, Instant::now());
        }
    }

    /// When the search has to end. None if its clock has not been started.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        let hard = self.hard.load(Relaxed);
        (hard != NEVER).then(|| self.beginning() + Duration::from_micros(hard))
    }

    /// The time until the search has to end. None if its clock has not been started.
    pub(super) fn time_left(&self) -> Option<Duration> {
        Some(self.deadline()?.saturating_duration_since(Instant::now()))
    }

    /// The time since the creation, or since the search began late.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.beginning().elapsed()
    }

    /// Positions visited so far, as published last.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Publishes that the search goes on without the game's own solver, which lacks memory.
    pub(super) fn set_shortage(&self, shortage: Shortage) {
        // What was published first is as true.
        let _ = self.shortage.set(shortage);
    }

    /// What memory the game's own solver lacks, so that the search goes on without it. None if it
    /// lacks none, or is not asked.
    #[must_use]
    pub fn shortage(&self) -> Option<Shortage> {
        self.shortage.get().copied()
    }

    /// Publishes how much of the work is done, from 0 to 1.
    pub fn set_share(&self, share: f64) {
        self.headway.note(self.elapsed(), share);
    }

    /// How long the rest will take at the present pace. None if that is unknown, or more than a
    /// [`Duration`] holds.
    pub fn left(&self) -> Option<Duration> {
        self.headway.left(self.elapsed())
    }

    /// Publishes the count of visited positions. Waits while the search has no thread. Returns
    /// whether the search must end now.
    pub fn poll(&self, nodes: u64) -> bool {
        self.nodes.store(nodes, Relaxed);
        if let Some(light) = self.light.get() {
            light.wait(|| self.is_over(), || self.deadline());
        }
        self.is_over()
    }

    /// Whether the search must end now.
    fn is_over(&self) -> bool {
        if self.is_stopped() {
            return true;
        }
        let hard = self.hard.load(Relaxed);
        hard != NEVER && micros(self.elapsed()) >= hard
    }

    /// Whether a game clock is running, so that it pays to save time.
    pub(crate) fn is_thrifty(&self) -> bool {
        self.soft.load(Relaxed) != NEVER
    }

    /// The time between the creation and the start of the clock.
    pub(crate) fn origin(&self) -> Duration {
        Duration::from_micros(self.origin.load(Relaxed))
    }

    /// Whether this many thousandths of the soft budget are used up. The time `excluded` does not
    /// count.
    pub(crate) fn soft_passed(&self, permille: u64, excluded: Duration) -> bool {
        let soft = self.soft.load(Relaxed);
        let used = self.elapsed().saturating_sub(excluded);
        soft != NEVER && micros(used) >= (soft / 1000).saturating_mul(permille)
    }

    /// Whether this part of the time left at `since` is used up. If the clock was started later,
    /// the time left then counts. The time ends with the soft budget, or with the hard one if there
    /// is no soft one. Without a clock it never ends.
    pub(crate) fn has_used(&self, since: Instant, (part, whole): (u64, u64)) -> bool {
        let end = self.soft.load(Relaxed).min(self.hard.load(Relaxed));
        if end == NEVER {
            return false;
        }
        let since = micros(since.saturating_duration_since(self.beginning()));
        let since = since.max(self.origin.load(Relaxed));
        micros(self.elapsed()) >= since + end.saturating_sub(since) / whole * part
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(NEVER - 1)
}
