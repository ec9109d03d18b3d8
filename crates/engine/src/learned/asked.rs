//! The positions that searches ask an evaluator about, to learn from them.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Keeps one in so many of the positions that searches ask an evaluator about.
pub(crate) struct AskedPositions<P> {
    one_in: u32,
    /// How many there were since the last ones were taken.
    count: AtomicU32,
    kept: Mutex<Vec<P>>,
}

impl<P: Clone> AskedPositions<P> {
    pub(crate) fn new(one_in: u32) -> Self {
        Self { one_in, count: AtomicU32::new(0), kept: Mutex::default() }
    }

    /// An evaluator is asked about this position.
    #[inline]
    pub(super) fn add(&self, position: &P) {
        if (self.count.fetch_add(1, Relaxed) + 1).is_multiple_of(self.one_in) {
            self.kept.lock().unwrap_or_else(PoisonError::into_inner).push(position.clone());
        }
    }

    /// Takes those that were kept.
    pub(crate) fn take(&self) -> Vec<P> {
        self.count.store(0, Relaxed);
        std::mem::take(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_in_so_many_is_kept_until_it_is_taken() {
        let asked = AskedPositions::new(3);
        (1..=10).for_each(|position| asked.add(&position));
        assert_eq!(asked.take(), [3, 6, 9]);
        // The count begins anew.
        (11..=13).for_each(|position| asked.add(&position));
        assert_eq!(asked.take(), [13]);
        assert!(asked.take().is_empty());
    }
}
