//! Accounts of thread time that forget: what counts is who has used much lately.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

/// After this time half of what was used is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(2);

/// An account with less than this many seconds is as good as empty.
const NEGLIGIBLE: f64 = 1e-6;

/// There may be this many more accounts than are looked after, before empty ones are removed.
const SPARE: usize = 64;

/// The thread time used lately, in seconds, and when it was last counted.
#[derive(Clone, Copy, Default)]
struct Used {
    seconds: f64,
    at: Duration,
}

impl Used {
    fn at(self, now: Duration) -> f64 {
        let passed = now.saturating_sub(self.at).as_secs_f64() / HALF_LIFE.as_secs_f64();
        self.seconds * (-passed).exp2()
    }
}

/// Accounts of peers or clients.
pub(super) struct Accounts<K>(HashMap<K, Used>);

impl<K> Default for Accounts<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Eq + Hash + Copy> Accounts<K> {
    /// What this one has used lately, in seconds.
    pub(super) fn used(&self, who: K, now: Duration) -> f64 {
        self.0.get(&who).map_or(0.0, |used| used.at(now))
    }

    /// Counts thread time.
    pub(super) fn charge(&mut self, who: K, time: Duration, now: Duration) {
        let used = self.0.entry(who).or_default();
        *used = Used { seconds: used.at(now) + time.as_secs_f64(), at: now };
    }

    /// Removes empty accounts, if there are many more than `needed`.
    pub(super) fn tidy(&mut self, needed: usize, now: Duration) {
        if self.0.len() > 2 * needed + SPARE {
            self.0.retain(|_, used| used.at(now) > NEGLIGIBLE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_counted_and_forgotten() {
        let mut accounts = Accounts::default();
        let second = Duration::from_secs(1);
        accounts.charge(1, second, second);
        accounts.charge(1, second, second);
        assert_eq!((accounts.used(1, second), accounts.used(2, second)), (2.0, 0.0));
        assert!((accounts.used(1, second + HALF_LIFE) - 1.0).abs() < 1e-9);
        for who in 0..1000 {
            accounts.charge(who, second, second);
        }
        accounts.tidy(1000, second * 1000);
        assert_eq!(accounts.0.len(), 1000, "they are needed");
        accounts.charge(7, second, second * 1000);
        accounts.tidy(1, second * 1000);
        assert_eq!(accounts.0.len(), 1);
    }
}
