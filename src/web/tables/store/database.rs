//! The database: transactions, the number of tables, and the removal of old ones.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::identity::StoreFile;
use super::opening::{self, StoreError};
use super::rows;
use super::update::{StoreFailure, StoredTable, TableUpdate};
use crate::web::tables::one_table::facts::TableFacts;

/// There are at most this many tables.
const MOST_TABLES: u64 = 50_000;

/// A table is removed if its game is over and nobody has changed anything for so many seconds.
const OVER: i64 = 30 * DAY;

/// The same if the game goes on.
const OPEN: i64 = 180 * DAY;

/// The same if the game has not begun.
const UNBEGUN: i64 = 7 * DAY;

/// A day in seconds.
const DAY: i64 = 86_400;

/// The database of all tables.
pub(super) struct Database {
    connection: Connection,
    /// None if the database is in memory.
    file: Option<StoreFile>,
    /// The number of tables.
    tables: u64,
}

impl Database {
    /// Opens it, and removes old tables.
    pub(super) fn open(file: Option<&Path>) -> Result<Self, StoreError> {
        let connection = opening::open(file)?;
        let mut database =
            Self { connection, file: file.map(|path| StoreFile::opened(path.into())), tables: 0 };
        database.clean(now()).map_err(|error| {
            let path = file.unwrap_or(Path::new(":memory:"));
            StoreError::Unusable(path.to_owned(), error.to_string())
        })?;
        Ok(database)
    }

    /// Removes tables that nobody has touched for long, and counts the others.
    fn clean(&mut self, now: i64) -> rusqlite::Result<()> {
        let removed = self.connection.execute(
            "DELETE FROM tables WHERE touched < ?1
                 OR (is_over AND touched < ?2)
                 OR (touched < ?3 AND NOT EXISTS (SELECT 1 FROM moves WHERE table_id = id))",
            params![now - OPEN, now - OVER, now - UNBEGUN],
        )?;
        if removed > 0 {
            log::info!("removed {removed} old tables");
        }
        let count = "SELECT count(*) FROM tables";
        let tables: i64 = self.connection.query_row(count, [], |row| row.get(0))?;
        self.tables = u64::try_from(tables).unwrap_or_default();
        Ok(())
    }

    /// Does all of some work, or nothing of it if the commit fails.
    pub(super) fn together(
        &mut self,
        work: impl FnOnce(&mut Batch<'_>),
    ) -> Result<(), StoreFailure> {
        let is_gone = self.file.as_mut().is_some_and(StoreFile::is_gone);
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior)?;
        let mut batch = Batch { transaction, is_gone, tables: self.tables, now: now() };
        work(&mut batch);
        let Batch { transaction, tables, .. } = batch;
        transaction.commit()?;
        self.tables = tables;
        Ok(())
    }
}

/// Seconds since 1970.
fn now() -> i64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(time.as_secs()).unwrap_or(i64::MAX)
}

/// What is done in one transaction.
pub(super) struct Batch<'a> {
    transaction: Transaction<'a>,
    /// The file was removed, so nothing can be stored.
    is_gone: bool,
    tables: u64,
    now: i64,
}

impl Batch<'_> {
    pub(super) fn create(&mut self, id: &str, facts: &TableFacts) -> Result<(), StoreFailure> {
        if self.tables >= MOST_TABLES {
            return Err(StoreFailure::Full);
        }
        let now = self.now;
        self.alone(|connection| rows::insert(connection, id, facts, now))?;
        self.tables += 1;
        Ok(())
    }

    pub(super) fn load(&self, id: &str) -> Result<Option<StoredTable>, StoreFailure> {
        rows::read(&self.transaction, id)
    }

    pub(super) fn update(&mut self, update: &TableUpdate) -> Result<(), StoreFailure> {
        let now = self.now;
        self.alone(|connection| rows::update(connection, update, now))
    }

    /// Does all of a work or nothing of it. What others do in the same transaction stays.
    fn alone(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<(), StoreFailure>,
    ) -> Result<(), StoreFailure> {
        if self.is_gone {
            return Err(StoreFailure::Lost);
        }
        let savepoint = self.transaction.savepoint()?;
        work(&savepoint)?;
        Ok(savepoint.commit()?)
    }
}
