//! A limit for how much comes in a second, with room for bursts (a token bucket).

use std::time::{Duration, Instant};

/// How much may come now, and how fast more may.
#[derive(Debug)]
pub(crate) struct LineRate {
    burst: f64,
    a_second: f64,
    /// What may come now. Below zero if too much has come.
    left: f64,
    at: Instant,
}

impl LineRate {
    /// `burst` may come at once, and then `a_second` each second.
    pub(crate) fn new(burst: u32, a_second: u32, now: Instant) -> Self {
        let burst = f64::from(burst);
        Self { burst, a_second: f64::from(a_second), left: burst, at: now }
    }

    /// Counts what comes. Returns how long to wait before it is taken.
    pub(crate) fn take(&mut self, amount: u32, now: Instant) -> Duration {
        let refill = now.saturating_duration_since(self.at).as_secs_f64() * self.a_second;
        self.at = now;
        self.left = (self.left + refill).min(self.burst) - f64::from(amount);
        Duration::from_secs_f64((-self.left).max(0.0) / self.a_second)
    }

    /// Counts what was not taken after all.
    pub(crate) fn give_back(&mut self, amount: u32) {
        self.left += f64::from(amount);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_a_flood_waits() {
        let start = Instant::now();
        let mut rate = LineRate::new(100, 10, start);
        assert!((0..100).all(|_| rate.take(1, start).is_zero()));
        assert_eq!(rate.take(5, start), Duration::from_millis(500));
        rate.give_back(5);
        assert_eq!(rate.take(10, start), Duration::from_secs(1));
        let later = start + Duration::from_secs(2);
        assert!(rate.take(10, later).is_zero());
        assert!(!rate.take(1, later).is_zero());
        let much_later = start + Duration::from_secs(3600);
        assert!(rate.take(100, much_later).is_zero() && !rate.take(1, much_later).is_zero());
    }
}
