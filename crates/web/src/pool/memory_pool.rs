//! The memory of all searches together: who has borrowed how much, and what is kept for whom.
//!
//! A search borrows its memory when it begins. After it, the memory is kept for the same client, so
//! that the client's next search finds what was learnt. If others need the room, what has been idle
//! for longest goes first. After a minute of idleness it goes anyway.

use std::collections::HashMap;
use std::time::Duration;

use super::scheduler::ClientId;
use sarsen_engine::engine::{SMALLEST_TABLE, SearchMemory};

/// Idle memory is kept for this long.
pub(super) const KEPT: Duration = Duration::from_secs(60);

/// Memory that is not in use, and what its client asked for.
struct Kept {
    memory: SearchMemory,
    loan: Loan,
    since: Duration,
}

/// A loan: how much was asked for, and how much was given. In bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Loan {
    /// The table that was asked for.
    wanted: usize,
    /// What the loan takes of the room.
    room: usize,
}

/// What a client gets.
pub(super) enum Lent {
    /// What it had before.
    Again(Loan, SearchMemory),
    /// New memory, with a table of this number of bytes.
    New(Loan, usize),
}

/// The memory of all searches together.
pub(super) struct MemoryPool {
    /// The bytes that are neither lent nor kept.
    free: usize,
    kept: HashMap<ClientId, Kept>,
    /// What nobody wants any more. It takes time to free it, so others do that.
    rubbish: Vec<SearchMemory>,
}

impl MemoryPool {
    /// An empty one, with room for this number of bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self { free: bytes, kept: HashMap::new(), rubbish: Vec::new() }
    }

    /// Lends memory to a client that wants a table of this size. If less is left, the client gets
    /// what is left, and never nothing.
    pub(super) fn lend(&mut self, client: ClientId, wanted: usize, has_forgotten: bool) -> Lent {
        if let Some(kept) = self.kept.remove(&client) {
            if !has_forgotten && kept.loan.wanted == wanted {
                return Lent::Again(kept.loan, kept.memory);
            }
            self.discard(kept);
        }
        let whole = SearchMemory::whole(wanted.max(SMALLEST_TABLE));
        while self.free < whole && self.discard_oldest() {}
        let room = whole.min(self.free);
        self.free -= room;
        let table = if room == whole { wanted } else { SearchMemory::table_in(room) };
        Lent::New(Loan { wanted, room }, table.max(SMALLEST_TABLE))
    }

    /// Takes back what a client had borrowed, and keeps it.
    pub(super) fn take_back(
        &mut self,
        client: ClientId,
        loan: Loan,
        memory: Option<SearchMemory>,
        now: Duration,
    ) {
        let Some(memory) = memory else {
            self.free += loan.room;
            return;
        };
        if let Some(old) = self.kept.insert(client, Kept { memory, loan, since: now }) {
            self.discard(old);
        }
    }

    /// Discards what is kept for a client.
    pub(super) fn close(&mut self, client: ClientId) {
        if let Some(kept) = self.kept.remove(&client) {
            self.discard(kept);
        }
    }

    /// Discards what has been idle for too long.
    pub(super) fn expire(&mut self, now: Duration) {
        let old = self.kept.extract_if(|_, kept| now >= kept.since + KEPT);
        let old: Vec<Kept> = old.map(|(_, kept)| kept).collect();
        old.into_iter().for_each(|kept| self.discard(kept));
    }

    /// When something will have been idle for too long.
    pub(super) fn next_expiry(&self) -> Option<Duration> {
        self.kept.values().map(|kept| kept.since + KEPT).min()
    }

    /// What is to be freed.
    pub(super) fn rubbish(&mut self) -> Vec<SearchMemory> {
        std::mem::take(&mut self.rubbish)
    }

    fn discard(&mut self, kept: Kept) {
        self.free += kept.loan.room;
        self.rubbish.push(kept.memory);
    }

    fn discard_oldest(&mut self) -> bool {
        let oldest = self.kept.iter().min_by_key(|(_, kept)| kept.since);
        let Some(client) = oldest.map(|(client, _)| *client) else { return false };
        self.close(client);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;
    const SECOND: Duration = Duration::from_secs(1);

    fn new(pool: &mut MemoryPool, client: ClientId, wanted: usize) -> (Loan, SearchMemory) {
        match pool.lend(client, wanted, false) {
            Lent::New(loan, bytes) => (loan, SearchMemory::new(bytes).unwrap()),
            Lent::Again(..) => panic!("{client} has had nothing before"),
        }
    }

    #[test]
    fn memory_is_kept_for_its_seat() {
        let mut pool = MemoryPool::new(9 * MIB);
        let (loan, memory) = new(&mut pool, 1, 4 * MIB);
        assert_eq!(memory.table_bytes(), 4 * MIB);
        pool.take_back(1, loan, Some(memory), SECOND);
        let Lent::Again(loan, memory) = pool.lend(1, 4 * MIB, false) else { panic!("it is kept") };
        pool.take_back(1, loan, Some(memory), SECOND);
        for (wanted, has_forgotten) in [(2 * MIB, false), (2 * MIB, true)] {
            let Lent::New(loan, bytes) = pool.lend(1, wanted, has_forgotten) else {
                panic!("it is no longer of use");
            };
            assert_eq!(bytes, 2 * MIB);
            pool.take_back(1, loan, SearchMemory::new(bytes).ok(), SECOND);
            assert_eq!(pool.rubbish().len(), 1);
        }
        pool.close(1);
        assert_eq!((pool.free, pool.kept.len()), (9 * MIB, 0));
    }

    #[test]
    fn who_needs_room_gets_that_of_the_idlest_and_never_nothing() {
        let mut pool = MemoryPool::new(9 * MIB);
        for client in 1..=3 {
            let (loan, memory) = new(&mut pool, client, 2 * MIB);
            pool.take_back(client, loan, Some(memory), SECOND * (9 - client as u32));
        }
        let (large, memory) = new(&mut pool, 4, 4 * MIB);
        assert_eq!(memory.table_bytes(), 4 * MIB);
        assert_eq!(pool.kept.keys().max(), Some(&2), "3 was idle for longest");
        let (rest, memory) = new(&mut pool, 5, 16 * MIB);
        assert!((3 * MIB..5 * MIB).contains(&memory.table_bytes()), "{rest:?}");
        let (nothing, memory) = new(&mut pool, 6, 16 * MIB);
        assert_eq!((nothing.room < MIB, memory.table_bytes()), (true, SMALLEST_TABLE));
        for (client, loan) in [(4, large), (5, rest), (6, nothing)] {
            pool.take_back(client, loan, None, SECOND);
        }
        assert_eq!(pool.free, 9 * MIB);
    }

    #[test]
    fn idle_memory_goes_after_a_minute() {
        let mut pool = MemoryPool::new(9 * MIB);
        assert_eq!(pool.next_expiry(), None);
        let (loan, memory) = new(&mut pool, 1, MIB);
        pool.take_back(1, loan, Some(memory), SECOND);
        assert_eq!(pool.next_expiry(), Some(SECOND + KEPT));
        pool.expire(KEPT);
        assert!(pool.rubbish().is_empty());
        pool.expire(SECOND + KEPT);
        assert_eq!((pool.rubbish().len(), pool.free), (1, 9 * MIB));
    }
}
