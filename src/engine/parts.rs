//! What an engine thinks with.

use super::bounds::EngineBounds;
use super::table_slot::TableSlot;
use crate::session::Session;

/// A game in progress, and the memory of its searches.
pub(super) struct Parts {
    pub(super) session: Box<dyn Session>,
    pub(super) table: TableSlot,
    pub(super) bounds: EngineBounds,
}

impl Parts {
    /// Makes the evaluator in use ready, before any clock runs.
    pub(super) fn prepare(&mut self) {
        let name = self.session.evaluator();
        self.session.select_evaluator(name);
    }

    /// Forgets everything that the searches have learnt.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.session.forget();
    }
}
