//! The solver's store: what is known of the difference in a position.
//!
//! An entry is two words. The first is the exclusive or of the hash and the second, so an entry
//! that two threads wrote at once fits no hash (R. Hyatt and T. Mann, "A lock-less transposition
//! table implementation for parallel search", 2002).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sarsen_core::sys::prefetch::prefetch;
use sarsen_core::transposition::words::Words;

/// The number of entries in which a position may be kept. They fill a cache line.
const WAYS: usize = 4;

/// No square.
pub(super) const NO_SQUARE: u8 = 64;

/// Bounds of the difference for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StoredRange {
    pub(super) least: i8,
    pub(super) most: i8,
    /// The move that was best, or [`NO_SQUARE`].
    pub(super) best: u8,
}

impl StoredRange {
    /// Nothing is known.
    pub(super) const ALL: Self = Self { least: -64, most: 64, best: NO_SQUARE };

    /// A bound that answers the question whether the difference is more than a limit.
    #[inline(always)]
    pub(super) fn answer(self, limit: i32) -> Option<i32> {
        let [least, most] = [self.least, self.most].map(i32::from);
        if least > limit { Some(least) } else { (most < limit).then_some(most) }
    }

    /// The range with the answer to that question.
    #[inline(always)]
    pub(super) fn with(self, answer: i32, limit: i32) -> Self {
        if answer > limit {
            Self { least: self.least.max(answer as i8), ..self }
        } else {
            Self { most: self.most.min(answer as i8), ..self }
        }
    }

    /// A bit that no empty entry has.
    const USED: u64 = 1 << 31;

    #[inline(always)]
    fn pack(self, work: u8) -> u64 {
        let [least, most] = [self.least as u8, self.most as u8];
        u64::from(u32::from_le_bytes([least, most, self.best, work])) | Self::USED
    }

    #[inline(always)]
    fn unpack(data: u64) -> Self {
        let [least, most, best, _] = (data as u32).to_le_bytes();
        Self { least: least as i8, most: most as i8, best }
    }
}

/// Ranges by the hashes of positions. The store needs no lock.
pub(super) struct RangeStore {
    buckets: Words<{ 2 * WAYS }>,
}

impl RangeStore {
    /// A store of `bytes` bytes, or a little less. None if there is not enough memory.
    pub(super) fn new(bytes: usize) -> Option<Self> {
        let bucket = 2 * WAYS * size_of::<AtomicU64>();
        Some(Self { buckets: Words::new((bytes / bucket).max(1))? })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.clear();
    }

    /// Fetches what is known of a position, for a question that follows soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(self.buckets.group_for(hash));
    }

    #[inline(always)]
    pub(super) fn get(&self, hash: u64) -> Option<StoredRange> {
        self.buckets.group_for(hash).chunks_exact(2).find_map(|entry| {
            let data = entry[1].load(Relaxed);
            let fits = entry[0].load(Relaxed) ^ data == hash && data != 0;
            fits.then(|| StoredRange::unpack(data))
        })
    }

    /// Keeps a range that took `nodes` positions to find. It replaces the entry with the least
    /// work.
    #[inline(always)]
    pub(super) fn put(&self, hash: u64, range: StoredRange, nodes: u64) {
        let data = range.pack((nodes + 2).ilog2() as u8);
        let mut place = None;
        let mut least = u64::MAX;
        for entry in self.buckets.group_for(hash).chunks_exact(2) {
            let other = entry[1].load(Relaxed);
            if entry[0].load(Relaxed) ^ other == hash {
                place = Some(entry);
                break;
            }
            // An empty entry has no work.
            let work = other >> 24;
            if work < least {
                (place, least) = (Some(entry), work);
            }
        }
        if let Some(entry) = place {
            entry[0].store(hash ^ data, Relaxed);
            entry[1].store(data, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(least: i8, most: i8, best: u8) -> StoredRange {
        StoredRange { least, most, best }
    }

    #[test]
    fn what_is_put_is_got() {
        let mut store = RangeStore::new(1 << 12).unwrap();
        let ranges = [range(-64, 64, NO_SQUARE), range(-2, 0, 0), range(64, 64, 63)];
        let hash = |n: usize| (n as u64 + 1).wrapping_mul(0x1357_9bdf_0246_8ace);
        for (n, &known) in ranges.iter().enumerate() {
            store.put(hash(n), known, 100 << n);
        }
        for (n, &known) in ranges.iter().enumerate() {
            assert_eq!(store.get(hash(n)), Some(known));
        }
        store.put(hash(1), range(0, 0, 5), 1);
        assert_eq!(store.get(hash(1)), Some(range(0, 0, 5)));
        assert_eq!((store.get(0), store.get(77)), (None, None));
        store.clear();
        assert_eq!(store.get(hash(0)), None);
    }

    #[test]
    fn what_took_least_goes_first() {
        let store = RangeStore::new(64).unwrap();
        for (hash, nodes) in [1000, 10, 100, 100_000].into_iter().enumerate() {
            store.put(hash as u64 + 1, range(0, 0, 1), nodes);
        }
        store.put(9, range(0, 0, 1), 50);
        let kept = [1, 2, 3, 4, 9].map(|hash| store.get(hash).is_some());
        assert_eq!(kept, [true, false, true, true, true]);
    }
}
