//! The small store with which a solution begins: it stays in a fast cache of the processor.

use super::store::BoundStore;

/// Bytes of a small store, at most.
pub(super) const SMALL: usize = 1 << 20;

/// A small store, and how long it is enough.
pub(super) struct SmallStore {
    pub(super) store: BoundStore,
    /// How many positions may still be visited with it.
    pub(super) nodes: u64,
}

impl SmallStore {
    pub(super) fn new(store: BoundStore) -> Self {
        let nodes = Self::most_nodes(&store);
        Self { store, nodes }
    }

    /// After this many positions a search leaves the small store, because five eighths of its
    /// entries are in use by then. 0 if its entries cannot be poured into another store.
    fn most_nodes(store: &BoundStore) -> u64 {
        if store.is_complete() { store.entries() * 5 / 8 } else { 0 }
    }

    pub(super) fn forget(&mut self) {
        let most = Self::most_nodes(&self.store);
        if self.nodes < most {
            self.store.clear();
            self.nodes = most;
        }
    }
}
