//! The pace of a work: how much of it is done, and how long the rest will take.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// How much of a work is done, now and earlier. The parts of a work may differ much in the time
/// that they take, so what was done in the first quarter of the time says nothing of the rest.
///
/// One thread notes, others may ask meanwhile. Shares are the bits of numbers from 0 to 1.
#[derive(Debug, Default)]
pub(super) struct Headway {
    share: AtomicU64,
    /// The last point that was noted when the time had doubled, and the one before it.
    marks: [Mark; 2],
}

/// What was done at a point of time.
#[derive(Debug, Default)]
struct Mark {
    micros: AtomicU64,
    share: AtomicU64,
}

impl Mark {
    fn get(&self) -> (Duration, f64) {
        let share = f64::from_bits(self.share.load(Relaxed));
        (Duration::from_micros(self.micros.load(Relaxed)), share)
    }

    fn set(&self, (time, share): (Duration, f64)) {
        self.micros.store(u64::try_from(time.as_micros()).unwrap_or(u64::MAX), Relaxed);
        self.share.store(share.to_bits(), Relaxed);
    }
}

impl Headway {
    /// Notes how much is done after this time, from 0 to 1.
    pub(super) fn note(&self, time: Duration, share: f64) {
        self.share.store(share.to_bits(), Relaxed);
        let [last, before] = &self.marks;
        if time >= last.get().0 * 2 {
            before.set(last.get());
            last.set((time, share));
        }
    }

    /// How long the rest will take at the pace since between a quarter and a half of this time.
    /// None if nothing was done since, or the rest takes more than a [`Duration`] holds.
    pub(super) fn left(&self, time: Duration) -> Option<Duration> {
        let share = f64::from_bits(self.share.load(Relaxed));
        let (since, done_before) = self.marks[1].get();
        let rate = (share - done_before) / time.saturating_sub(since).as_secs_f64();
        Duration::try_from_secs_f64((1.0 - share).max(0.0) / rate).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn an_even_pace_goes_on() {
        let headway = Headway::default();
        for second in 1..=100 {
            headway.note(second * SECOND, f64::from(second) / 1000.0);
        }
        let left = headway.left(100 * SECOND).unwrap().as_secs_f64();
        assert!((899.0..901.0).contains(&left), "{left}");
    }

    #[test]
    fn what_was_done_quickly_at_first_does_not_count() {
        let headway = Headway::default();
        for second in 1..=100 {
            headway.note(second * SECOND, 0.9 + f64::from(second) / 1e6);
        }
        let left = headway.left(100 * SECOND).unwrap().as_secs_f64();
        assert!((99_000.0..101_000.0).contains(&left), "{left}");
    }

    #[test]
    fn nothing_is_said_of_a_work_that_stands_still() {
        let headway = Headway::default();
        assert_eq!(headway.left(SECOND), None);
        for second in 1..=100 {
            headway.note(second * SECOND, 0.9);
        }
        assert_eq!(headway.left(100 * SECOND), None);
    }
}
