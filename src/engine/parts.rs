//! What an engine thinks with.

use crate::session::Session;
use crate::transposition::Table;

/// A game in progress, and the memory of its searches.
pub(super) struct Parts {
    pub(super) session: Box<dyn Session>,
    pub(super) table: Table,
}

impl Parts {
    /// Forgets everything that the searches have learnt.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.session.forget();
    }
}
