//! The database: transactions, the number of tables, and the removal of old ones.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::identity::StoreFiles;
use super::opening::{self, StoreError};
use super::removal::{self, IsUsed};
use super::rows;
use super::update::{StoreFailure, StoredTable, TableUpdate};
use crate::tables::one_table::facts::TableFacts;

/// There are at most this many tables.
const MOST_TABLES: u64 = 50_000;

/// If no room could be made, this many seconds pass before the next attempt.
const PAUSE: i64 = 10;

/// The database of all tables.
pub(super) struct Database {
    connection: Connection,
    /// None if the database is in memory.
    files: Option<StoreFiles>,
    /// The number of tables.
    tables: u64,
    is_used: IsUsed,
    /// When it last turned out that no room could be made.
    full: i64,
}

impl Database {
    /// Opens it, and removes old tables.
    pub(super) fn open(file: Option<&Path>, is_used: IsUsed) -> Result<Self, StoreError> {
        let connection = opening::open(file)?;
        let mut database = {
            let files = file.map(StoreFiles::opened);
            Self { connection, files, tables: 0, is_used, full: 0 }
        };
        let failed = |error: StoreFailure| {
            let path = file.unwrap_or(Path::new(":memory:"));
            StoreError::Unusable(path.to_owned(), error.to_string())
        };
        while !database.clean().map_err(failed)? {}
        Ok(database)
    }

    /// Removes tables that nobody has touched for long, and counts the others. False if it has
    /// removed only a part of them.
    pub(super) fn clean(&mut self) -> Result<bool, StoreFailure> {
        if self.files.as_mut().is_some_and(StoreFiles::are_gone) {
            return Err(StoreFailure::Lost);
        }
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let removed = removal::remove_old(&transaction, now(), &self.is_used)?;
        let count = "SELECT count(*) FROM tables";
        let tables: i64 = transaction.query_row(count, [], |row| row.get(0))?;
        transaction.commit()?;
        self.tables = u64::try_from(tables).unwrap_or_default();
        Ok(removed < removal::PART)
    }

    /// Does all of some work, or nothing of it if the commit fails.
    pub(super) fn together(
        &mut self,
        work: impl FnOnce(&mut Batch<'_>),
    ) -> Result<(), StoreFailure> {
        let is_gone = self.files.as_mut().is_some_and(StoreFiles::are_gone);
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior)?;
        let mut batch = Batch {
            transaction,
            is_gone,
            tables: self.tables,
            now: now(),
            is_used: &self.is_used,
            full: self.full,
        };
        work(&mut batch);
        let Batch { transaction, tables, full, .. } = batch;
        transaction.commit()?;
        (self.tables, self.full) = (tables, full);
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
    is_used: &'a IsUsed,
    full: i64,
}

impl Batch<'_> {
    pub(super) fn create(&mut self, id: &str, facts: &TableFacts) -> Result<(), StoreFailure> {
        if self.tables >= MOST_TABLES {
            self.make_room()?;
        }
        let now = self.now;
        self.alone(|connection| rows::insert(connection, id, facts, now))?;
        self.tables += 1;
        Ok(())
    }

    fn make_room(&mut self) -> Result<(), StoreFailure> {
        if self.now.abs_diff(self.full) < PAUSE.unsigned_abs() {
            return Err(StoreFailure::Full);
        }
        let (now, is_used, mut removed) = (self.now, self.is_used, 0);
        self.alone(|connection| {
            removed = removal::make_room(connection, now, is_used)?;
            Ok(())
        })?;
        self.tables = self.tables.saturating_sub(removed as u64);
        if removed == 0 {
            self.full = now;
            return Err(StoreFailure::Full);
        }
        Ok(())
    }

    pub(super) fn load(&self, id: &str) -> Result<Option<StoredTable>, StoreFailure> {
        rows::read(&self.transaction, id)
    }

    pub(super) fn update(&mut self, update: &TableUpdate) -> Result<(), StoreFailure> {
        let now = self.now;
        self.alone(|connection| rows::update(connection, update, now))
    }

    /// Changes rows as nobody should.
    #[cfg(test)]
    pub(super) fn change(&self, sql: &str) {
        self.transaction.execute_batch(sql).unwrap();
    }

    /// Does all of a work or nothing of it. What others do in the same transaction stays.
    fn alone(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<(), StoreFailure>,
    ) -> Result<(), StoreFailure> {
        if self.is_gone {
            return Err(StoreFailure::Lost);
        }
        if self.transaction.is_autocommit() {
            // If the disk is full, SQLite ends the transaction by itself. Without it, each work
            // would be stored at once, although the commit fails later.
            return Err(StoreFailure::Interrupted);
        }
        let savepoint = self.transaction.savepoint()?;
        work(&savepoint)?;
        Ok(savepoint.commit()?)
    }
}
