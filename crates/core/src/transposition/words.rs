//! Words for entries: all zero at first, and aligned to the lines of the processor's caches.
//!
//! They are ready at once, because the system gives the memory at its first use. This file does the
//! alignment. If a type asked for a greater alignment than the allocator's, the allocator would
//! fill all the memory with zeros, which takes long.

use std::sync::atomic::AtomicU64;

use crate::sys::pages;

/// The bytes in two lines of the processor's caches, which are fetched together.
const LINES: usize = 128;

/// Memory up to this many bytes is wiped to clear it. Larger memory is replaced, because it may be
/// more than the machine has, as long as most of it is not used.
const WIPED: usize = 256 << 20;

/// Groups of `GROUP` words.
pub struct Words<const GROUP: usize> {
    words: Box<[AtomicU64]>,
    /// The number of words before the first line.
    skip: usize,
    groups: usize,
}

impl<const GROUP: usize> Words<GROUP> {
    /// This many groups. None if there is not enough memory.
    pub fn new(groups: usize) -> Option<Self> {
        let spare = LINES / size_of::<AtomicU64>();
        let count = groups.checked_mul(GROUP)?.checked_add(spare)?;
        let words: Box<[AtomicU64]> = pages::zeroed(count)?;
        let skip = words.as_ptr().align_offset(LINES).min(spare);
        Some(Self { words, skip, groups })
    }

    /// The number of groups.
    #[inline(always)]
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// A group by its number.
    ///
    /// # Panics
    ///
    /// If there is no such group.
    #[inline(always)]
    pub fn group(&self, number: usize) -> &[AtomicU64; GROUP] {
        let from = self.skip + number * GROUP;
        self.words[from..].first_chunk().expect("the group exists")
    }

    /// The group for a hash. All bits of the hash count, the highest ones most.
    #[inline(always)]
    pub fn group_for(&self, hash: u64) -> &[AtomicU64; GROUP] {
        let number = (u128::from(hash) * self.groups as u128) >> 64;
        self.group(number as usize)
    }

    /// Sets all words to zero.
    pub fn clear(&mut self) {
        if size_of_val(&*self.words) > WIPED
            && let Some(fresh) = Self::new(self.groups)
        {
            *self = fresh;
        } else {
            self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn groups_lie_in_lines_and_are_cleared() {
        let mut words = Words::<4>::new(1000).unwrap();
        assert_eq!(words.groups(), 1000);
        assert_eq!(words.group(0).as_ptr().align_offset(LINES), 0);
        for number in 0..words.groups() {
            assert!(words.group(number).iter().all(|word| word.load(Relaxed) == 0));
            words.group(number)[number % 4].store(number as u64 + 1, Relaxed);
        }
        assert_eq!(words.group(999)[3].load(Relaxed), 1000);
        words.clear();
        assert!(std::ptr::eq(words.group_for(0), words.group(0)));
        assert!(std::ptr::eq(words.group_for(u64::MAX), words.group(999)));
        assert!(std::ptr::eq(words.group_for(1 << 63), words.group(500)));
        let is_clear = |number| words.group(number).iter().all(|word| word.load(Relaxed) == 0);
        assert!((0..1000).all(is_clear));
        assert!(Words::<16>::new(usize::MAX / 2).is_none());
    }

    #[test]
    fn memory_that_is_not_used_costs_nothing() {
        // This is more than most machines have. Some systems refuse it.
        let Some(mut words) = Words::<16>::new(1 << 31) else { return };
        words.group((1 << 31) - 1)[15].store(7, Relaxed);
        words.clear();
        assert_eq!(words.group((1 << 31) - 1)[15].load(Relaxed), 0);
    }
}
