//! The table: buckets of entries, and which entry of a bucket a new one replaces.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

use bytemuck::Zeroable;

use super::entry::{self, AGES, Entry};
use super::slot::Slot;
use crate::sys::{memory, pages, prefetch::prefetch};

/// Bytes in a MiB.
const MIB: usize = 1 << 20;

/// The number of entries in a bucket, which is one cache line.
const WAYS: usize = 4;

/// The bytes in a bucket.
const BUCKET: usize = WAYS * size_of::<Slot>();

/// The buckets that even the shortest search may use.
const LEAST_ROOM: usize = 4 * MIB / BUCKET;

/// As long as no search has used more buckets than these, they are wiped to clear them. Otherwise
/// the memory is replaced.
const MOST_WIPED: usize = 16 * MIB / BUCKET;

/// There is not enough memory for a table of the size asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a table of {mib} MiB")]
pub struct TableError {
    /// The size asked for.
    pub mib: usize,
}

/// A transposition table of fixed size, shared between threads.
///
/// Short searches use only a part of it. The system takes milliseconds to provide each MiB at its
/// first use, and a search of ten milliseconds has no time for that.
pub struct Table {
    slots: Box<[Slot]>,
    /// The number of slots before the first cache line.
    skip: usize,
    buckets: usize,
    /// The number of buckets in use.
    room: AtomicUsize,
    bytes: usize,
    age: AtomicU8,
}

impl Table {
    /// An empty table of `mib` MiB. The system gives its memory page by page, at the first use.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        Self::with_bytes(mib.checked_mul(MIB).ok_or(TableError { mib })?)
    }

    /// An empty table of this many bytes, at least 64. It is for searches so short that a MiB would
    /// not pay.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub fn with_bytes(bytes: usize) -> Result<Self, TableError> {
        let mib = bytes / MIB;
        let failed = TableError { mib };
        let buckets = (bytes / BUCKET).max(1);
        // For a small table, this question takes longer than the search.
        if mib > 1 && memory::available_mib().is_some_and(|available| mib > available) {
            return Err(failed);
        }
        let slots = pages::zeroed::<Slot>((buckets + 1) * WAYS).ok_or(failed)?;
        let (skip, room) = (skip(&slots), AtomicUsize::new(buckets.min(LEAST_ROOM)));
        Ok(Self { slots, skip, buckets, room, bytes, age: AtomicU8::new(0) })
    }

    /// The size in whole MiB.
    #[must_use]
    pub fn mib(&self) -> usize {
        self.bytes / MIB
    }

    /// The size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets everything. Afterwards, the part that short searches use is in memory.
    pub fn clear(&mut self) {
        let mut wiped = *self.room.get_mut();
        *self.room.get_mut() = self.buckets.min(LEAST_ROOM);
        if wiped > MOST_WIPED
            && let Some(fresh) = pages::zeroed::<Slot>(self.slots.len())
        {
            (self.skip, self.slots) = (skip(&fresh), fresh);
            wiped = *self.room.get_mut();
        }
        self.slots[self.skip..self.skip + wiped * WAYS].fill_with(Slot::zeroed);
        *self.age.get_mut() = 0;
    }

    /// Tells the table that a new search begins. From then on, entries of earlier searches are
    /// replaced first.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Makes room for a search that visits about this number of positions.
    pub fn make_room(&self, nodes: u64) {
        let wanted = usize::try_from(nodes / WAYS as u64).ok();
        let wanted = wanted.and_then(usize::checked_next_power_of_two).unwrap_or(usize::MAX);
        let room = wanted.min(self.buckets);
        let before = self.room.fetch_max(room, Relaxed);
        if room <= before {
            return;
        }
        // No entry moves to a lower bucket. If threads search meanwhile, entries may get lost.
        for number in (0..before).rev() {
            for (way, slot) in self.numbered(number).iter().enumerate() {
                let (key, data) = slot.read();
                let to = self.number(key);
                if data != 0 && to != number {
                    self.numbered(to)[way].write(key, data);
                    slot.write(0, 0);
                }
            }
        }
    }

    /// The bytes of the part that the searches so far may use.
    #[must_use]
    pub fn room(&self) -> usize {
        self.room.load(Relaxed) * BUCKET
    }

    /// The number of the bucket of a key.
    #[inline]
    fn number(&self, key: u64) -> usize {
        ((u128::from(key) * self.room.load(Relaxed) as u128) >> 64) as usize
    }

    /// The bucket with a number.
    #[inline]
    fn numbered(&self, number: usize) -> &[Slot] {
        let from = self.skip + number * WAYS;
        &self.slots[from..from + WAYS]
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        self.numbered(self.number(key))
    }

    /// Brings the bucket of a key into the processor's cache, for a later [`probe`](Self::probe).
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// What the table knows of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let (known, data) = slot.read();
            if known == key { Entry::unpack(data) } else { None }
        })
    }

    /// Keeps an entry. It replaces the entry of the same position, or else the oldest and
    /// shallowest one. If it has no move, it takes over the move of the same position.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut victim = None;
        let mut least = i32::MAX;
        for slot in self.bucket(key) {
            let (known, data) = slot.read();
            if known == key {
                entry.code = entry.code.or(entry::code_in(data));
                victim = Some(slot);
                break;
            }
            let searches_ago = i32::from((AGES + age - entry::age_in(data)) % AGES);
            let worth = if data == 0 {
                i32::MIN
            } else {
                i32::from(entry::depth_in(data).byte()) - 8 * searches_ago
            };
            if worth < least {
                least = worth;
                victim = Some(slot);
            }
        }
        if let Some(slot) = victim {
            slot.write(key, entry.pack(age));
        }
    }

    /// How full the table is with entries of this search, in thousandths. A sample gives the
    /// estimate.
    #[must_use]
    pub fn permille_used(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let room = self.room.load(Relaxed);
        let sample = &self.slots[self.skip..self.skip + room.min(250) * WAYS];
        let used = sample
            .iter()
            .map(|slot| slot.data())
            .filter(|&data| data != 0 && entry::age_in(data) == age)
            .count();
        let of_room = used * 1000 / sample.len();
        (of_room as u64 * room as u64 / self.buckets as u64) as u32
    }
}

/// The number of slots before the first cache line.
fn skip(slots: &[Slot]) -> usize {
    slots.as_ptr().align_offset(BUCKET).min(WAYS)
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Bound;
    use crate::game::value::Value;
    use crate::transposition::{Depth, MoveCode};

    fn entry(value: Value, depth: i32) -> Entry {
        Entry { value, bound: Bound::Exact, depth: Depth::of_plies(depth), code: MoveCode::new(7) }
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
        table.store(5, Entry { code: None, ..entry(2, 4) });
        assert_eq!(table.probe(5), Some(entry(2, 4)));
    }

    #[test]
    fn the_oldest_and_shallowest_entry_goes_first() {
        let table = Table::new(1).unwrap();
        for key in 1..=4 {
            table.store(key, entry(0, key as i32));
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
    fn a_short_search_uses_a_part_of_the_table() {
        let mut table = Table::new(64).unwrap();
        for (nodes, mib) in [(0, 4), (1000, 4), (500_000, 8), (2000, 8), (u64::MAX, 64)] {
            table.make_room(nodes);
            assert_eq!(table.room(), mib * MIB);
            table.store(u64::MAX, entry(1, 2));
            assert_eq!(table.probe(u64::MAX), Some(entry(1, 2)));
        }
        table.clear();
        assert_eq!((table.room(), table.probe(u64::MAX)), (4 * MIB, None));
    }

    #[test]
    fn entries_move_with_the_room() {
        let table = Table::new(50).unwrap();
        let keys = || (1..2000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys().for_each(|key| table.store(key, entry((key % 1000) as Value, 3)));
        for nodes in [500_000, 1_000_000, u64::MAX] {
            table.make_room(nodes);
            for key in keys() {
                assert_eq!(table.probe(key), Some(entry((key % 1000) as Value, 3)));
            }
        }
    }

    #[test]
    fn more_memory_than_there_is_is_an_error() {
        assert_eq!(Table::new(usize::MAX).unwrap_err().mib, usize::MAX);
        assert_eq!(Table::new(1 << 40).unwrap_err().mib, 1 << 40);
    }
}
