//! A store of proofs. A proof is kept as the leads that the winner needs.
//!
//! An entry is four words. One of them is the exclusive or of the key and the other three. So an
//! entry that two threads wrote at once fits no key (R. Hyatt and T. Mann, "A lock-less
//! transposition table implementation for parallel search", 2002).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::super::lanes::{Lanes, reaches};
use sarsen_core::sys::prefetch::prefetch;
use sarsen_core::transposition::words::Words;

/// The number of entries in which a position may be kept. They fill two cache lines, which the
/// processor fetches together.
const WAYS: usize = 4;

/// No move.
pub(in super::super) const NO_MOVE: u8 = u8::MAX;

/// A proof about the positions with a key: who wins if the winner's leads are at least `leads`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in super::super) struct StoredProof {
    /// Whether the player to move wins.
    pub(in super::super) is_won: bool,
    pub(in super::super) leads: Lanes,
    /// The move that wins, or [`NO_MOVE`].
    pub(in super::super) code: u8,
    /// The logarithm of the number of positions that it took to find the proof.
    pub(in super::super) work: u8,
}

/// The number of words of an entry: two of leads, one of data, which is 0 in an empty entry, and
/// the check.
const WORDS: usize = 4;

/// An entry in its place in the store.
struct ProofEntry<'s>(&'s [AtomicU64; WORDS]);

/// The parts of an entry's data: a bit if the entry is in use, a bit if the player to move wins,
/// the code of the move, and the logarithm of the number of visited positions.
const USED: u64 = 1;
const WON: u64 = 2;
const CODE: u32 = 8;
const WORK: u32 = 16;

/// Proofs by key. The store needs no lock.
pub(in super::super) struct ProofStore {
    buckets: Words<{ WAYS * WORDS }>,
}

impl ProofStore {
    /// A store of `bytes` bytes, or a little less. None if there is not enough memory.
    pub(in super::super) fn new(bytes: usize) -> Option<Self> {
        let bucket = WAYS * WORDS * size_of::<AtomicU64>();
        Some(Self { buckets: Words::new((bytes / bucket).max(1))? })
    }

    /// Forgets everything.
    pub(in super::super) fn clear(&mut self) {
        self.buckets.clear();
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> [ProofEntry<'_>; WAYS] {
        let words = self.buckets.group_for(hash);
        std::array::from_fn(|way| {
            ProofEntry(words[way * WORDS..].first_chunk().expect("a bucket has `WAYS` entries"))
        })
    }

    /// Asks for the memory of a position ahead of time.
    #[inline(always)]
    pub(in super::super) fn prefetch(&self, hash: u64) {
        let (first, second) = self.buckets.group_for(hash).split_at(2 * WORDS);
        prefetch(first);
        prefetch(second);
    }

    /// All proofs about the positions with this hash.
    #[inline(always)]
    pub(in super::super) fn get(&self, hash: u64) -> [Option<StoredProof>; WAYS] {
        let [a, b, c, d] = self.bucket(hash);
        [a.get(hash), b.get(hash), c.get(hash), d.get(hash)]
    }

    /// Keeps a proof. It replaces a proof that is now needless, or else the proof with the least
    /// work.
    #[inline(always)]
    pub(in super::super) fn put(&self, hash: u64, known: StoredProof) {
        let bucket = self.bucket(hash);
        let mut place = &bucket[0];
        let mut least = u64::MAX;
        for entry in &bucket {
            let work = match entry.data() {
                0 => 0,
                data => 1 + (data >> WORK),
            };
            if let Some(other) = entry.get(hash)
                && other.is_won == known.is_won
                && reaches(other.leads, known.leads)
            {
                place = entry;
                break;
            }
            if work < least {
                (place, least) = (entry, work);
            }
        }
        place.set(hash, known);
    }
}

impl ProofEntry<'_> {
    #[inline(always)]
    fn data(&self) -> u64 {
        self.0[2].load(Relaxed)
    }

    #[inline(always)]
    fn get(&self, hash: u64) -> Option<StoredProof> {
        let [a, b, data, check] = self.0.each_ref().map(|word| word.load(Relaxed));
        let leads = [a, b];
        if check ^ leads[0] ^ leads[1].rotate_left(1) ^ data != hash || data & USED == 0 {
            return None;
        }
        let leads = bytemuck::cast::<[u64; 2], [i8; 16]>(leads);
        let code = (data >> CODE) as u8;
        let work = (data >> WORK) as u8;
        Some(StoredProof { is_won: data & WON != 0, leads: Lanes::new(leads), code, work })
    }

    #[inline(always)]
    fn set(&self, hash: u64, known: StoredProof) {
        let leads = bytemuck::cast::<[i8; 16], [u64; 2]>(known.leads.to_array());
        let won = if known.is_won { WON } else { 0 };
        let data = USED | won | u64::from(known.code) << CODE | u64::from(known.work) << WORK;
        let check = hash ^ leads[0] ^ leads[1].rotate_left(1) ^ data;
        for (word, new) in self.0.iter().zip([leads[0], leads[1], data, check]) {
            word.store(new, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::lanes::each;
    use super::*;

    fn known(is_won: bool, lead: i8, code: u8, work: u8) -> StoredProof {
        StoredProof { is_won, leads: each(lead), code, work }
    }

    fn all(store: &ProofStore, hash: u64) -> Vec<StoredProof> {
        store.get(hash).into_iter().flatten().collect()
    }

    #[test]
    fn what_is_put_is_got() {
        let mut store = ProofStore::new(1 << 14).unwrap();
        let proofs = [known(true, -20, 107, 9), known(false, 3, NO_MOVE, 0), known(true, 0, 0, 63)];
        let hash = |n: usize| (n as u64 + 1) * 0x1357_9bdf_0246_8ace;
        for (n, &proof) in proofs.iter().enumerate() {
            store.put(hash(n), proof);
        }
        for (n, &proof) in proofs.iter().enumerate() {
            assert_eq!(all(&store, hash(n)), [proof]);
        }
        assert_eq!(all(&store, 77), []);
        store.clear();
        assert_eq!(all(&store, hash(0)), []);
    }

    #[test]
    fn what_needs_less_takes_the_place_of_what_needs_more() {
        let store = ProofStore::new(128).unwrap();
        store.put(9, known(true, 5, 1, 10));
        store.put(9, known(false, 5, 2, 10));
        store.put(9, known(true, 4, 3, 3));
        let mut found: Vec<_> = all(&store, 9).iter().map(|known| known.code).collect();
        found.sort_unstable();
        assert_eq!(found, [2, 3]);
    }

    #[test]
    fn what_took_least_goes_first() {
        let store = ProofStore::new(128).unwrap();
        for (hash, work) in [10, 3, 7, 17].into_iter().enumerate() {
            store.put(hash as u64, known(true, 0, hash as u8, work));
        }
        store.put(9, known(true, 0, 9, 5));
        let is_kept = |hash| all(&store, hash).len() == 1;
        assert_eq!([0, 1, 2, 3, 9].map(is_kept), [true, false, true, true, true]);
    }
}
