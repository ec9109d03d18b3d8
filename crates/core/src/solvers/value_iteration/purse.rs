//! The memory that a graph may take comes out of one purse: who wants more of it asks first.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, Hash};

use super::obstacle::Obstacle;

/// A list has room for at least this many values.
const LEAST: usize = 64;

/// The bytes of a place in a hash map besides what is kept there.
const CONTROL: usize = 1;

/// Memory that is granted and not yet taken.
pub(super) struct Purse {
    /// In bytes.
    left: usize,
}

impl Purse {
    /// This many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self { left: bytes }
    }

    /// Takes some.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), Obstacle> {
        self.left = self.left.checked_sub(bytes).ok_or(Obstacle::NoRoom)?;
        Ok(())
    }

    /// Gives some back.
    pub(super) fn give_back(&mut self, bytes: usize) {
        self.left += bytes;
    }

    /// Appends a value to a list. The memory of a list comes into use as it is filled, so what
    /// counts is what is in it.
    #[inline]
    pub(super) fn push<T>(&mut self, list: &mut Vec<T>, value: T) -> Result<(), Obstacle> {
        self.take(size_of::<T>())?;
        if list.len() == list.capacity() {
            list.try_reserve(list.len().max(LEAST)).map_err(|_| Obstacle::NoRoom)?;
        }
        list.push(value);
        Ok(())
    }

    /// Appends a value to a queue. The ends of a queue go round in its memory, so all of it counts.
    #[inline]
    pub(super) fn queue<T>(&mut self, queue: &mut VecDeque<T>, value: T) -> Result<(), Obstacle> {
        if queue.len() == queue.capacity() {
            let before = queue_bytes(queue);
            let more = queue.len().max(LEAST);
            // While it moves, it is there twice.
            self.take(before + more * size_of::<T>())?;
            queue.try_reserve_exact(more).map_err(|_| Obstacle::NoRoom)?;
            self.give_back(before);
        }
        queue.push_back(value);
        Ok(())
    }

    /// Makes sure that one more value fits into a map. Its values lie all over its memory, so all
    /// of it counts.
    #[inline]
    pub(super) fn widen<K: Eq + Hash, V, S: BuildHasher>(
        &mut self,
        map: &mut HashMap<K, V, S>,
    ) -> Result<(), Obstacle> {
        if map.len() == map.capacity() {
            let before = map_bytes(map);
            let more = if map.is_empty() { LEAST } else { 1 };
            let after = places(map.len() + more) * (size_of::<(K, V)>() + CONTROL);
            // While it moves, it is there twice.
            self.take(after)?;
            map.try_reserve(more).map_err(|_| Obstacle::NoRoom)?;
            self.give_back(before);
        }
        Ok(())
    }
}

/// The bytes of a queue.
pub(super) fn queue_bytes<T>(queue: &VecDeque<T>) -> usize {
    queue.capacity() * size_of::<T>()
}

/// The bytes of a map.
pub(super) fn map_bytes<K, V, S>(map: &HashMap<K, V, S>) -> usize {
    match map.capacity() {
        0 => 0,
        capacity => places(capacity) * (size_of::<(K, V)>() + CONTROL),
    }
}

/// The places of a hash map in which this many values fit: a power of two, of which an eighth
/// stays empty.
fn places(values: usize) -> usize {
    (values * 8 / 7).next_power_of_two()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_granted_is_taken_and_no_more() {
        let mut purse = Purse::new(10_000);
        let mut list = Vec::new();
        while purse.push(&mut list, 7_u64).is_ok() {}
        assert_eq!(list.len(), 1250);
        purse.give_back(10_000);
        let (mut queue, mut count) = (VecDeque::new(), 0);
        while purse.queue(&mut queue, 7_u64).is_ok() {
            count += 1;
        }
        assert!(count > 300 && queue_bytes(&queue) + purse.left == 10_000, "{count}");
    }

    #[test]
    fn maps_grow_as_counted() {
        let mut purse = Purse::new(1 << 20);
        let mut map: HashMap<u64, u32> = HashMap::new();
        for key in 0.. {
            if purse.widen(&mut map).is_err() {
                break;
            }
            map.insert(key, 0);
            assert_eq!(map_bytes(&map) + purse.left, 1 << 20, "{key}");
        }
        assert!(map.len() > 10_000, "{}", map.len());
    }
}
