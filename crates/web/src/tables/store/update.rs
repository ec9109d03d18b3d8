//! What the store is asked for, and what can go wrong.

use crate::tables::one_table::facts::TableFacts;

/// The store could not do what it was asked for. The database is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum StoreFailure {
    /// There are as many tables as there may be.
    #[error("there are too many tables on this server")]
    Full,
    /// The table was removed.
    #[error("the table is no longer stored")]
    Gone,
    /// What is stored makes no sense.
    #[error("what is stored of the table is damaged: {0}")]
    Damaged(&'static str),
    /// The database could not be read or written.
    #[error("the store failed: {0}")]
    Database(String),
    /// Another change in the same transaction has failed, and took this one along.
    #[error("the store failed: another change failed at the same time")]
    Interrupted,
    /// The file was removed or replaced.
    #[error("the store of this server is gone: its file was removed or replaced")]
    Lost,
    /// The thread has ended.
    #[error("the store is closed")]
    Closed,
}

impl From<rusqlite::Error> for StoreFailure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error.to_string())
    }
}

/// A table as it is stored: its facts and its moves.
pub(crate) type StoredTable = (TableFacts, Vec<String>);

/// What changes in a stored table.
pub(crate) struct TableUpdate {
    pub(crate) id: String,
    pub(crate) facts: TableFacts,
    pub(crate) is_over: bool,
    /// The number of moves that stay.
    pub(crate) kept: usize,
    /// The moves after them.
    pub(crate) added: Vec<String>,
}
