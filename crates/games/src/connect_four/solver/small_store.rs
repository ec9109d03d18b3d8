//! The small store, which a solution uses first. It stays in a fast cache of the processor.

use super::store::BoundStore;

/// The size limit of a small store, in bytes.
pub(super) const SMALL: usize = 1 << 20;

/// A small store, and the number of positions for which it is large enough.
pub(super) struct SmallStore {
    pub(super) store: BoundStore,
    /// The number of positions that may still be visited with it.
    pub(super) nodes: u64,
}

impl SmallStore {
    pub(super) fn new(store: BoundStore) -> Self {
        let nodes = Self::most_nodes(&store);
        Self { store, nodes }
    }

    /// The number of positions after which a search leaves the small store. About five eighths of
    /// its entries are in use by then. 0 if its entries cannot be poured into another store.
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
