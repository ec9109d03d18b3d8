//! One entry in memory: two words that several threads may read and write at the same time.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytemuck::Zeroable;

/// A word that threads share.
pub(super) trait SharedWord {
    fn read(&self) -> u64;
    fn write(&self, value: u64);
}

impl SharedWord for AtomicU64 {
    #[inline]
    fn read(&self) -> u64 {
        self.load(Relaxed)
    }

    #[inline]
    fn write(&self, value: u64) {
        self.store(value, Relaxed);
    }
}

/// The data of an entry, and its key exclusive-or the data. An empty slot is all zeros.
#[derive(Zeroable)]
#[repr(C)]
pub(super) struct Slot<W = AtomicU64> {
    check: W,
    data: W,
}

impl<W: SharedWord> Slot<W> {
    /// The key and the data. If the entry is torn between two writers, no position has the key.
    #[inline]
    pub(super) fn read(&self) -> (u64, u64) {
        let data = self.data.read();
        (self.check.read() ^ data, data)
    }

    /// The data alone.
    #[inline]
    pub(super) fn data(&self) -> u64 {
        self.data.read()
    }

    #[inline]
    pub(super) fn write(&self, key: u64, data: u64) {
        self.check.write(key ^ data);
        self.data.write(data);
    }
}

#[cfg(test)]
mod tests {
    use loom::sync::Arc;
    use loom::sync::atomic::{AtomicU64 as Watched, Ordering::Relaxed};
    use loom::thread;

    use super::*;

    impl SharedWord for Watched {
        fn read(&self) -> u64 {
            self.load(Relaxed)
        }

        fn write(&self, value: u64) {
            self.store(value, Relaxed);
        }
    }

    /// Entries of two positions; the second position has two of them.
    const WRITTEN: [(u64, u64); 3] = [(0x1111, 0xa0), (0x2222, 0xb0), (0x2222, 0xc0)];

    /// Tries every way in which three threads can meet at one slot, and every order in which their
    /// writes can be seen. Data found under a key has been written under that key, as a whole.
    #[test]
    fn a_torn_entry_is_not_found() {
        if crate::slow::is_left_out("every order in which two threads write a slot") {
            return;
        }
        loom::model(|| {
            let slot = Arc::new(Slot { check: Watched::new(0), data: Watched::new(0) });
            let writers = [&WRITTEN[..1], &WRITTEN[1..]].map(|entries| {
                let slot = Arc::clone(&slot);
                thread::spawn(move || entries.iter().for_each(|&(key, data)| slot.write(key, data)))
            });
            let (key, data) = slot.read();
            let is_empty = (key, data) == (0, 0);
            let is_somebodys = WRITTEN.iter().any(|&(known, _)| known == key);
            assert!(is_empty || !is_somebodys || WRITTEN.contains(&(key, data)));
            writers.into_iter().for_each(|writer| writer.join().unwrap());
        });
    }
}
