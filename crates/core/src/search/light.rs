//! A light for a search that shares threads with others: it goes on while the light is green.

use std::fmt::{Debug, Formatter};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A light. It begins green.
pub struct Light {
    is_red: AtomicBool,
    /// The place in the queue. 0 if the search does not wait for its first turn.
    place: AtomicUsize,
    changes: Mutex<()>,
    changed: Condvar,
    on_change: Box<dyn Fn() + Send + Sync>,
}

impl Light {
    /// A green light. `on_change` is called when the control of its search changes: it is stopped,
    /// or its clock starts.
    pub fn new(on_change: impl Fn() + Send + Sync + 'static) -> Self {
        Self {
            is_red: AtomicBool::new(false),
            place: AtomicUsize::new(0),
            changes: Mutex::new(()),
            changed: Condvar::new(),
            on_change: Box::new(on_change),
        }
    }

    /// Turns it red or green.
    pub fn set_red(&self, is_red: bool) {
        let _guard = self.lock();
        self.is_red.store(is_red, Relaxed);
        self.changed.notify_all();
    }

    /// Sets the place in the queue. 0 if the search does not wait for its first turn.
    pub fn set_place(&self, place: usize) {
        self.place.store(place, Relaxed);
    }

    /// The place in the queue.
    pub fn place(&self) -> Option<usize> {
        Some(self.place.load(Relaxed)).filter(|&place| place > 0)
    }

    /// The control of the search has changed.
    pub(super) fn control_changed(&self) {
        drop(self.lock());
        self.changed.notify_all();
        (self.on_change)();
    }

    /// Waits until it is green, or `is_over`. That is looked at again at the `deadline` and after
    /// each change of the control.
    #[inline]
    pub(super) fn wait(&self, is_over: impl Fn() -> bool, deadline: impl Fn() -> Option<Instant>) {
        if self.is_red.load(Relaxed) {
            self.wait_while_red(&is_over, &deadline);
        }
    }

    #[cold]
    fn wait_while_red(&self, is_over: &dyn Fn() -> bool, deadline: &dyn Fn() -> Option<Instant>) {
        let mut guard = self.lock();
        while self.is_red.load(Relaxed) && !is_over() {
            guard = match deadline() {
                None => self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner),
                Some(end) => {
                    let left = end.saturating_duration_since(Instant::now());
                    // A little more than nothing, so that the clock has passed the deadline then.
                    let left = left + Duration::from_micros(50);
                    let waited = self.changed.wait_timeout(guard, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Debug for Light {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Light").field("is_red", &self.is_red).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::mpsc::channel;

    use crate::search::Control;
    use crate::search::time::Budget;

    const TICK: Duration = Duration::from_millis(20);

    /// Polls the control on another thread while the light is red, and does this meanwhile. Returns
    /// whether the search had to end, and how often the control has changed.
    fn poll_while_red(meanwhile: impl FnOnce(&Control, &Light)) -> (bool, usize) {
        let (sender, changes) = channel();
        let light = Arc::new(Light::new(move || sender.send(()).unwrap()));
        let control = Control::new();
        control.obey(Arc::clone(&light));
        assert!(!control.poll(1), "it begins green");
        light.set_red(true);
        let ended = std::thread::scope(|scope| {
            let polling = scope.spawn(|| control.poll(2));
            std::thread::sleep(TICK);
            assert!(!polling.is_finished(), "it is red");
            meanwhile(&control, &light);
            polling.join().unwrap()
        });
        (ended, changes.try_iter().count())
    }

    #[test]
    fn a_search_waits_while_it_is_red() {
        assert_eq!(poll_while_red(|_, light| light.set_red(false)), (false, 0));
        assert_eq!(poll_while_red(|control, _| control.stop()), (true, 1));
        let budget = Budget { soft: None, hard: TICK };
        let hit = |control: &Control, _: &Light| control.start_clock(budget, Instant::now());
        assert_eq!(poll_while_red(hit), (true, 1));
    }

    #[test]
    fn who_waits_has_a_place() {
        let (control, light) = (Control::new(), Arc::new(Light::new(|| ())));
        assert_eq!(control.place(), None);
        control.obey(Arc::clone(&light));
        light.set_place(3);
        assert_eq!(control.place(), Some(3));
        light.set_place(0);
        assert_eq!(control.place(), None);
    }

    #[test]
    fn a_late_clock_counts_from_its_beginning() {
        let hour = Duration::from_secs(3600);
        let (now, budget) = (Instant::now(), Budget { soft: None, hard: hour });
        let Some(asked) = now.checked_sub(hour) else { return };
        for hit in [None, Some(asked + hour / 2)] {
            let control = Control::since(asked);
            control.start_clock(budget, hit.unwrap_or(asked));
            assert!(control.deadline() <= Some(asked + hour * 3 / 2));
            control.begin_late();
            assert!(control.deadline() >= Some(now + hour), "the whole budget is left");
            let pondered = hit.map_or(Duration::ZERO, |hit| hit - asked);
            let counted = control.elapsed().saturating_sub(pondered);
            assert!(counted < hour / 2, "{counted:?}");
        }
    }
}
