//! The solver's store: bounds of scores, eight bytes each.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sarsen_core::sys::prefetch::prefetch;
use sarsen_core::transposition::words::Words;

/// The number of entries in which a position may be kept. They fill half a cache line.
const WAYS: usize = 4;

/// The number of bits of an entry besides the tag: 7 for the score, 1 for its kind, 5 for the
/// column, 6 for the work.
const DATA: u32 = 19;

/// The lowest bit of the work. The work is the logarithm of the number of visited positions plus
/// two.
const WORK: u32 = 13;

/// Added to scores, so that the stored ones are not negative.
const OFFSET: i32 = 64;

/// No column.
pub(super) const NO_COLUMN: u32 = 31;

/// A bound of a position's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct StoredBound {
    pub(super) score: i32,
    /// Whether the true score is at least this. If not, it is at most this.
    pub(super) is_lower: bool,
    /// The move that showed it, or [`NO_COLUMN`].
    pub(super) column: u32,
}

/// Bounds by the hashes of positions. The store needs no lock: each entry is one word, so no thread
/// ever sees a half written one.
///
/// The first bits of a hash are the number of the bucket, and the other bits are the tag. If the
/// tag has up to `64 - DATA` bits, an entry and its bucket identify the hash with certainty. If the
/// tag is longer, the store may confuse two positions, once in many billions of positions.
pub(super) struct BoundStore {
    /// The entries. A bucket holds those whose hashes begin with its number, and lies within one
    /// cache line.
    buckets: Words<WAYS>,
    /// The number of bits of a hash below the bucket's number.
    shift: u32,
}

impl BoundStore {
    /// A store of `bytes` bytes, rounded down to a power of two, for hashes of `hash_bits` bits.
    /// None if there is not enough memory.
    pub(super) fn new(bytes: usize, hash_bits: u32) -> Option<Self> {
        let bits = (bytes / size_of::<AtomicU64>()).max(1).ilog2().clamp(3, hash_bits);
        let bits = bits - WAYS.ilog2();
        Some(Self { buckets: Words::new(1 << bits)?, shift: hash_bits - bits })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.clear();
    }

    /// The number of entries that the store has room for.
    pub(super) fn entries(&self) -> u64 {
        (self.buckets.groups() * WAYS) as u64
    }

    /// Whether an entry and its bucket identify the hash.
    pub(super) fn is_complete(&self) -> bool {
        self.shift <= u64::BITS - DATA
    }

    /// Puts all entries of a complete store into another store for the same hashes.
    pub(super) fn pour_into(&self, other: &Self) {
        for bucket in 0..self.buckets.groups() {
            let entries = self.buckets.group(bucket).iter().map(|entry| entry.load(Relaxed));
            for entry in entries.filter(|&entry| entry != 0) {
                let hash = (bucket as u64) << self.shift | entry >> DATA;
                let work = entry >> WORK & 63;
                other.put(hash, unpack(entry), (1 << work) - 2);
            }
        }
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &[AtomicU64; WAYS] {
        self.buckets.group((hash >> self.shift) as usize)
    }

    #[inline(always)]
    fn tag(&self, hash: u64) -> u64 {
        (hash & ((1 << self.shift) - 1)) & (u64::MAX >> DATA)
    }

    /// Asks for the memory of a position ahead of time.
    #[inline(always)]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(self.bucket(hash));
    }

    #[inline(always)]
    pub(super) fn get(&self, hash: u64) -> Option<StoredBound> {
        let tag = self.tag(hash) << DATA;
        // The data of an entry with this tag is not 0. The data of an empty entry is 0. No branch
        // depends on which entry fits.
        let mut found = 0;
        for entry in self.bucket(hash) {
            let data = entry.load(Relaxed) ^ tag;
            found = if data.wrapping_sub(1) < (1 << DATA) - 1 { data } else { found };
        }
        (found != 0).then(|| unpack(found))
    }

    /// Keeps a bound that took `nodes` positions to find. It replaces the entry with the least
    /// work.
    #[inline(always)]
    pub(super) fn put(&self, hash: u64, found: StoredBound, nodes: u64) {
        let tag = self.tag(hash);
        // This is never 0, so no entry is 0.
        let work = u64::from((nodes + 2).ilog2());
        let entry = tag << DATA
            | work << WORK
            | u64::from(found.column) << 8
            | u64::from(found.is_lower) << 7
            | (found.score + OFFSET) as u64;
        let bucket = self.bucket(hash);
        let mut place = &bucket[0];
        let mut least = u64::MAX;
        for candidate in bucket {
            let other = candidate.load(Relaxed);
            let work = if other >> DATA == tag { 0 } else { 1 + (other >> WORK & 63) };
            // An empty entry has no work. Among equals, the first is replaced.
            if work < least {
                (place, least) = (candidate, work);
            }
        }
        place.store(entry, Relaxed);
    }
}

#[inline(always)]
fn unpack(entry: u64) -> StoredBound {
    StoredBound {
        score: (entry & 127) as i32 - OFFSET,
        is_lower: entry >> 7 & 1 == 1,
        column: (entry >> 8 & 31) as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(score: i32, is_lower: bool, column: u32) -> StoredBound {
        StoredBound { score, is_lower, column }
    }

    #[test]
    fn what_is_put_is_got() {
        let mut store = BoundStore::new(1 << 13, 49).unwrap();
        let bounds = [found(-20, true, 6), found(21, false, NO_COLUMN), found(0, true, 0)];
        for (n, bound) in bounds.into_iter().enumerate() {
            store.put(n as u64 * 7, bound, 5);
        }
        for (n, bound) in bounds.into_iter().enumerate() {
            assert_eq!(store.get(n as u64 * 7), Some(bound));
        }
        assert_eq!(store.get(3), None);
        store.clear();
        assert_eq!(store.get(7), None);
    }

    #[test]
    fn what_took_least_goes_first() {
        let store = BoundStore::new(1 << 6, 49).unwrap();
        for (n, nodes) in [1000, 10, 100, 100_000].into_iter().enumerate() {
            store.put(n as u64, found(n as i32, true, 1), nodes);
        }
        store.put(9, found(9, true, 1), 50);
        assert_eq!(
            [0, 1, 2, 3, 9].map(|hash| store.get(hash).is_some()),
            [true, false, true, true, true]
        );
        store.put(0, found(5, false, 2), 1);
        assert_eq!(store.get(0), Some(found(5, false, 2)));
    }

    #[test]
    fn a_small_one_is_poured_into_a_large_one() {
        let [small, large] = [10, 16].map(|bits| BoundStore::new(1 << bits, 49).unwrap());
        assert!(small.is_complete() && !BoundStore::new(1 << 10, 64).unwrap().is_complete());
        let hashes: Vec<u64> = (0..100).map(|n| n * 0x1357_9bdf_1357 % (1 << 49)).collect();
        let bound =
            |hash: u64| found((hash % 20) as i32, hash.is_multiple_of(2), (hash % 7) as u32);
        hashes.iter().for_each(|&hash| small.put(hash, bound(hash), hash % 100));
        small.pour_into(&large);
        let kept =
            |store: &BoundStore| hashes.iter().filter(|&&hash| store.get(hash).is_some()).count();
        assert!(kept(&small) > 50 && kept(&large) == kept(&small));
        assert!(
            hashes.iter().all(|&hash| large.get(hash).is_none_or(|known| known == bound(hash)))
        );
    }
}
