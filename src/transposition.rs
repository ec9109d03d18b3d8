//! The transposition table: what the search has learnt, by position key; bounded, lossy, lock-free.
//!
//! An entry is two words, the data and the key exclusive-or the data, so that an entry torn between
//! two writers fits no key and is simply not found (R. Hyatt and T. Mann, "A lock-less
//! transposition table implementation for parallel search", 2002). Four entries share a cache line.

mod in_flight;
mod slot;
pub(crate) mod words;

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use bytemuck::Zeroable;

pub(crate) use in_flight::Busy;
use slot::Slot;

use crate::game::Bound;
use crate::game::value::Value;
use crate::sys::{pages, prefetch::prefetch};

/// Bytes in a MiB.
const MIB: usize = 1 << 20;

/// Entries to a bucket: one cache line.
const WAYS: usize = 4;

/// Ages wrap after this many searches.
const AGES: u8 = 64;

/// The depth of an entry whose value rests on no opinion: it holds at every depth.
pub const PROVEN_DEPTH: u8 = u8::MAX;

/// The move code of an entry that knows no move.
pub const NO_CODE: u16 = u16::MAX;

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// A value for the player to act, distances counted from the position.
    pub value: Value,
    /// How it relates to the value of a search to `depth`.
    pub bound: Bound,
    /// The depth of the search that found it, in plies; [`PROVEN_DEPTH`] if no depth can change it.
    pub depth: u8,
    /// The code of the best move, or [`NO_CODE`].
    pub code: u16,
}

impl Entry {
    fn pack(self, age: u8) -> u64 {
        u64::from(self.value as u32)
            | u64::from(self.code) << 32
            | u64::from(self.depth) << 48
            | u64::from(self.bound as u8) << 56
            | u64::from(age) << 58
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            value: data as u32 as Value,
            bound,
            depth: (data >> 48) as u8,
            code: (data >> 32) as u16,
        })
    }
}

fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// There is no room for a table of the size asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a table of {mib} MiB")]
pub struct TableError {
    /// The size asked for.
    pub mib: usize,
}

/// A transposition table of fixed size, shared between threads.
pub struct Table {
    slots: Box<[Slot]>,
    /// Slots before the first cache line.
    skip: usize,
    buckets: usize,
    bytes: usize,
    age: AtomicU8,
}

impl Table {
    /// An empty table of `mib` MiB. The memory is taken from the system as it comes into use.
    ///
    /// # Errors
    ///
    /// If there is not so much memory.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        Self::with_bytes(mib.checked_mul(MIB).ok_or(TableError { mib })?)
    }

    /// An empty table of so many bytes, for searches that are done before a MiB would pay; at least
    /// 64.
    ///
    /// # Errors
    ///
    /// If there is not so much memory.
    pub fn with_bytes(bytes: usize) -> Result<Self, TableError> {
        let mib = bytes / MIB;
        let failed = TableError { mib };
        let buckets = (bytes / (WAYS * size_of::<Slot>())).max(1);
        // To ask takes longer than to search with a small table.
        if mib > 1 && crate::sys::memory::available_mib().is_some_and(|available| mib > available) {
            return Err(failed);
        }
        let slots = pages::zeroed::<Slot>((buckets + 1) * WAYS).ok_or(failed)?;
        let skip = slots.as_ptr().align_offset(WAYS * size_of::<Slot>()).min(WAYS);
        Ok(Self { slots, skip, buckets, bytes, age: AtomicU8::new(0) })
    }

    /// Its size in whole MiB.
    #[must_use]
    pub fn mib(&self) -> usize {
        self.bytes / MIB
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // Fresh pages from the system cost nothing until they are used; wiping costs every page
        // now.
        match pages::zeroed::<Slot>(self.slots.len()) {
            Some(slots) => {
                self.skip = slots.as_ptr().align_offset(WAYS * size_of::<Slot>()).min(WAYS);
                self.slots = slots;
            }
            None => self.slots.fill_with(Slot::zeroed),
        }
        *self.age.get_mut() = 0;
    }

    /// Tells the table that a new search begins: entries of earlier ones are replaced first.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let from = self.skip + index * WAYS;
        &self.slots[from..from + WAYS]
    }

    /// Brings the bucket of a key near, for a [`probe`](Self::probe) that will come.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What is known of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let (known, data) = slot.read();
            if known == key { Entry::unpack(data) } else { None }
        })
    }

    /// Keeps an entry: in the place of the same position's, else of the oldest and shallowest one.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut victim = None;
        let mut least = i32::MAX;
        for slot in self.bucket(key) {
            let (known, data) = slot.read();
            if known == key {
                if entry.code == NO_CODE {
                    entry.code = (data >> 32) as u16;
                }
                victim = Some(slot);
                break;
            }
            let searches_ago = i32::from((AGES + age - age_of(data)) % AGES);
            let worth =
                if data == 0 { i32::MIN } else { i32::from(depth_of(data)) - 8 * searches_ago };
            if worth < least {
                least = worth;
                victim = Some(slot);
            }
        }
        if let Some(slot) = victim {
            slot.write(key, entry.pack(age));
        }
    }

    /// How full the table is with entries of this search, in thousandths, from a sample.
    #[must_use]
    pub fn permille_used(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.slots[self.skip..self.skip + self.buckets.min(250) * WAYS];
        let used = sample
            .iter()
            .map(|slot| slot.data())
            .filter(|&data| data != 0 && age_of(data) == age)
            .count();
        (used * 1000 / sample.len()) as u32
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: Value, depth: u8) -> Entry {
        Entry { value, bound: Bound::Exact, depth, code: 7 }
    }

    #[test]
    fn what_is_stored_is_found_until_it_is_cleared() {
        let mut table = Table::new(1).unwrap();
        let key = 0x1234_5678_9abc_def0;
        assert_eq!(table.probe(key), None);
        for value in [0, -1, 1_000_000_000, -999_999_990] {
            table.store(key, entry(value, 12));
            assert_eq!(table.probe(key), Some(entry(value, 12)));
        }
        assert_eq!(table.probe(key ^ 1), None);
        table.clear();
        assert_eq!(table.probe(key), None);
    }

    #[test]
    fn a_small_table_is_a_table() {
        for bytes in [0, 64, 1000, 1 << 16] {
            let mut table = Table::with_bytes(bytes).unwrap();
            assert_eq!((table.mib(), table.bytes()), (0, bytes));
            for key in [0, 1 << 63, u64::MAX] {
                table.store(key, entry(3, 4));
                assert_eq!(table.probe(key), Some(entry(3, 4)));
            }
            assert!(table.permille_used() > 0);
            table.clear();
            assert_eq!((table.probe(1 << 63), table.permille_used()), (None, 0));
        }
    }

    #[test]
    fn a_known_move_outlives_an_entry_without_one() {
        let table = Table::new(1).unwrap();
        table.store(5, entry(1, 3));
        table.store(5, Entry { code: NO_CODE, ..entry(2, 4) });
        assert_eq!(table.probe(5), Some(entry(2, 4)));
    }

    #[test]
    fn the_oldest_and_shallowest_entry_goes_first() {
        let table = Table::new(1).unwrap();
        for key in 1..=4 {
            table.store(key, entry(0, key as u8));
        }
        table.store(5, entry(0, 9));
        assert_eq!(table.probe(1), None);
        assert_eq!(table.probe(2), Some(entry(0, 2)));
        table.new_search();
        table.store(2, entry(0, 2));
        table.store(6, entry(0, 1));
        assert_eq!(table.probe(3), None, "older than the shallower entry of this search");
        assert_eq!(table.probe(2), Some(entry(0, 2)));
    }

    #[test]
    fn more_memory_than_there_is_is_an_error() {
        assert_eq!(Table::new(usize::MAX).unwrap_err().mib, usize::MAX);
        assert_eq!(Table::new(1 << 40).unwrap_err().mib, 1 << 40);
    }
}
