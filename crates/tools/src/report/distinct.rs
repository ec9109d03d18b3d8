//! Counts how many different things there are, in little memory.

use std::collections::BTreeSet;

use sarsen_core::game::mix64;

/// So many hashes are kept. Up to so many different things, the count is exact; beyond, it is right
/// within about 3 %.
const KEPT: usize = 1024;

/// A count of different things by the least of their hashes (Z. Bar-Yossef and others, "Counting
/// distinct elements in a data stream", 2002).
#[derive(Clone, Default, Debug)]
pub(super) struct Distinct {
    least: BTreeSet<u64>,
}

impl Distinct {
    /// Notes a thing by a number of its own.
    pub(super) fn add(&mut self, thing: u64) {
        let hash = mix64(thing);
        if self.least.len() == KEPT && self.least.last().is_some_and(|&last| hash > last) {
            return;
        }
        self.least.insert(hash);
        if self.least.len() > KEPT {
            self.least.pop_last();
        }
    }

    /// About how many different things were noted.
    pub(super) fn count(&self) -> u64 {
        match self.least.last() {
            Some(&last) if self.least.len() == KEPT => {
                // The hashes are spread evenly.
                let share = (last as f64 + 1.0) / (u64::MAX as f64 + 1.0);
                ((KEPT - 1) as f64 / share).round() as u64
            }
            _ => self.least.len() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_counted_and_many_estimated() {
        let mut few = Distinct::default();
        for number in 0..3_000 {
            few.add(number % 1_000);
        }
        assert_eq!(few.count(), 1_000);
        let mut many = Distinct::default();
        for number in 0..300_000 {
            many.add(number % 100_000);
        }
        let error = (many.count() as f64 / 100_000.0 - 1.0).abs();
        assert!(error < 0.12 && many.least.len() == KEPT, "{error}");
    }
}
