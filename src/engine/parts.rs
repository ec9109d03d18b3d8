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

    /// Makes the game's own solver, before any clock runs. An engine that borrows its memory waits
    /// until it has some.
    pub(super) fn ready_solver(&mut self) {
        if let TableSlot::Own(table) = &self.table {
            self.session.ready_solver(table);
        }
    }

    /// Forgets everything that the searches have learnt. Afterwards, memory is there for the first
    /// search.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.session.forget();
    }
}
