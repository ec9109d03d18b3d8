//! The place of an engine's table, which may be empty between searches.

use super::table_size::SMALLEST_TABLE;
use sarsen_core::transposition::{Table, TableError};

/// Where the table of an engine comes from.
pub(super) enum TableSlot {
    /// The engine has its own.
    Own(Table),
    /// The engine borrows one for each search.
    Borrowed(BorrowedTable),
}

/// The place of a borrowed table.
pub(super) struct BorrowedTable {
    /// The size that the engine asks for, in bytes.
    wanted: usize,
    table: Option<Table>,
    /// What is learnt in the meantime of a table that is away is no longer true.
    is_stale: bool,
}

impl TableSlot {
    /// The place of a table that is borrowed. The engine asks for this number of bytes.
    pub(super) fn borrowing(wanted: usize) -> Self {
        Self::Borrowed(BorrowedTable { wanted, table: None, is_stale: false })
    }

    /// The size of the table that the engine wants, in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Own(table) => table.bytes(),
            Self::Borrowed(borrowed) => borrowed.wanted,
        }
    }

    /// Forgets what the searches have learnt.
    pub(super) fn clear(&mut self) {
        match self {
            Self::Own(table) | Self::Borrowed(BorrowedTable { table: Some(table), .. }) => {
                table.clear();
            }
            Self::Borrowed(borrowed) => borrowed.is_stale = true,
        }
    }

    /// Forgets what the searches have learnt, and wants another size from now on.
    ///
    /// # Errors
    ///
    /// If there is no memory for an own table. Then everything stays as it was.
    pub(super) fn resize(&mut self, bytes: usize) -> Result<(), TableError> {
        match self {
            Self::Own(table) => *table = Table::with_bytes(bytes)?,
            Self::Borrowed(borrowed) => {
                borrowed.wanted = bytes;
                borrowed.is_stale = true;
            }
        }
        Ok(())
    }

    /// The table for a search. If none was lent, it is a very small one. None if there is no
    /// memory even for that.
    pub(super) fn table(&mut self) -> Option<&Table> {
        match self {
            Self::Own(table) => Some(table),
            Self::Borrowed(BorrowedTable { table, .. }) => {
                if table.is_none() {
                    *table = Table::with_bytes(SMALLEST_TABLE).ok();
                }
                table.as_ref()
            }
        }
    }

    /// Whether what is kept for this engine is no longer true.
    pub(super) fn is_stale(&self) -> bool {
        matches!(self, Self::Borrowed(BorrowedTable { is_stale: true, .. }))
    }

    /// Lends the engine a table whose entries are true.
    pub(super) fn lend(&mut self, lent: Table) {
        if let Self::Borrowed(BorrowedTable { table, is_stale, .. }) = self {
            (*table, *is_stale) = (Some(lent), false);
        }
    }

    /// Takes a borrowed table back.
    pub(super) fn take_back(&mut self) -> Option<Table> {
        match self {
            Self::Own(_) => None,
            Self::Borrowed(borrowed) => borrowed.table.take(),
        }
    }
}
