//! What an engine thinks with.

use super::bounds::EngineBounds;
use super::table_slot::TableSlot;
use crate::session::Session;
use sarsen_core::transposition::TableError;

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

    /// Forgets what the searches have learnt. From now on the table has this number of bytes.
    ///
    /// # Errors
    ///
    /// If there is not enough memory. Then everything stays as it was.
    pub(super) fn resize_table(&mut self, bytes: usize) -> Result<(), TableError> {
        self.table.resize(bytes)?;
        // The game's own solver has memory in proportion. The next one gets what fits.
        drop(self.session.take_solver());
        Ok(())
    }

    /// Forgets everything that the searches have learnt. Afterwards, memory is there for the first
    /// search.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.session.forget();
    }
}
