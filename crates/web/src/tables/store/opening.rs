//! Opening a database: a new one is made, an old one is brought up to date, and a file that is not
//! ours is left alone.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode as SqliteCode, OpenFlags, TransactionBehavior};

use super::checksum;

/// What every database of SQLite begins with.
const BEGINNING: &[u8] = b"SQLite format 3\0";

/// The mark of our databases: "Sars".
const APPLICATION: i32 = 0x5361_7273;

/// How long to wait for another process that has just ended.
const PATIENCE: Duration = Duration::from_millis(500);

/// The steps from an empty database to the present one. Each raises `user_version` by one. Steps
/// that were released never change.
const STEPS: [&str; 3] = [
    "
    CREATE TABLE tables (
        id TEXT PRIMARY KEY NOT NULL,
        game TEXT NOT NULL,
        setup TEXT NOT NULL,
        touched INTEGER NOT NULL,
        is_over INTEGER NOT NULL,
        undo_by INTEGER,
        undo_to INTEGER,
        loser INTEGER,
        loss TEXT,
        clock_base INTEGER,
        clock_increment INTEGER,
        clock_first INTEGER,
        clock_second INTEGER,
        clock_started INTEGER
    ) STRICT;
    CREATE TABLE seats (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        name TEXT,
        secret BLOB,
        movetime INTEGER,
        depth INTEGER,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE moves (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        ply INTEGER NOT NULL,
        move TEXT NOT NULL,
        PRIMARY KEY (table_id, ply)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tables_by_touched ON tables (touched);
",
    "
    ALTER TABLE tables ADD COLUMN dice TEXT;
    UPDATE tables SET dice = 'chacha8 ' || (random() & 0x7fffffffffffffff);
",
    "
    ALTER TABLE tables ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE moves ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
",
];

/// The number of steps after which tables have checksums.
const SEALED: usize = 3;

/// The store cannot be opened. Nothing was written to it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has it open.
    #[error("{}: the store is in use by another process", .0.display())]
    Busy(PathBuf),
    /// It is a folder, a pipe or a device.
    #[error("{}: this is no file, so no store of tables can be there", .0.display())]
    NoFile(PathBuf),
    /// The file is something else.
    #[error("{}: this is not a store of tables, so it is left as it is", .0.display())]
    Foreign(PathBuf),
    /// A later version of this program has made it.
    #[error("{}: a later version of this program has made this store", .0.display())]
    Later(PathBuf),
    /// Its content makes no sense.
    #[error("{}: the store is damaged, so it is left as it is: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// It cannot be read or written.
    #[error("{}: the store cannot be opened: {}", .0.display(), .1)]
    Unusable(PathBuf, String),
    /// The system refuses a thread.
    #[error("cannot start the thread of the store: {0}")]
    Thread(std::io::Error),
}

/// Opens the database in a file, or a new one in memory.
pub(super) fn open(file: Option<&Path>) -> Result<Connection, StoreError> {
    let path = file.unwrap_or(Path::new(":memory:"));
    let failed = |error: rusqlite::Error| failure(path, &error);
    let unusable = |error: std::io::Error| StoreError::Unusable(path.into(), error.to_string());
    let mut connection = match file {
        Some(file) => {
            check_beginning(file)?;
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
                | OpenFlags::SQLITE_OPEN_CREATE
                | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            // SQLite gives names like ":memory:" and "file:..." a meaning of their own, but not if
            // the path begins at the root.
            Connection::open_with_flags(std::path::absolute(file).map_err(unusable)?, flags)
        }
        None => Connection::open_in_memory(),
    }
    .map_err(failed)?;
    connection.busy_timeout(PATIENCE).map_err(failed)?;
    check(&connection, path)?;
    configure(&connection).map_err(failed)?;
    bring_up_to_date(&mut connection).map_err(failed)?;
    Ok(connection)
}

/// Makes sure that a file is a database, empty or new. SQLite itself would take a very short file
/// for an empty database.
fn check_beginning(file: &Path) -> Result<(), StoreError> {
    let unusable = |error: std::io::Error| StoreError::Unusable(file.to_owned(), error.to_string());
    match file.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        found if found.as_ref().is_ok_and(|found| !found.is_file()) => {
            return Err(StoreError::NoFile(file.to_owned()));
        }
        _ => {}
    }
    let opened = File::open(file).map_err(unusable)?;
    let mut beginning = Vec::new();
    opened.take(BEGINNING.len() as u64).read_to_end(&mut beginning).map_err(unusable)?;
    match beginning.is_empty() || beginning == BEGINNING {
        true => Ok(()),
        false => Err(StoreError::Foreign(file.to_owned())),
    }
}

/// Makes sure that a database is ours or empty, and whole. This only reads.
fn check(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let failed = |error: rusqlite::Error| failure(path, &error);
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let application = number("PRAGMA application_id").map_err(failed)?;
    let version = number("PRAGMA user_version").map_err(failed)?;
    let is_empty = number("SELECT count(*) FROM sqlite_schema").map_err(failed)? == 0;
    let is_ours = application == i64::from(APPLICATION);
    let is_new = is_empty && application == 0 && version == 0;
    if !is_ours && !is_new {
        return Err(StoreError::Foreign(path.to_owned()));
    }
    if version > STEPS.len() as i64 {
        return Err(StoreError::Later(path.to_owned()));
    }
    let damaged = |what: String| Err(StoreError::Damaged(path.to_owned(), what));
    let check = "PRAGMA integrity_check(1)";
    let found: String = connection.query_row(check, [], |row| row.get(0)).map_err(failed)?;
    if found != "ok" {
        return damaged(found);
    }
    if version >= SEALED as i64
        && let Some(id) = checksum::find_damaged(connection).map_err(failed)?
    {
        return damaged(format!("the checksum of table {id} is wrong"));
    }
    Ok(())
}

/// Nobody else may use the database while we do, and each commit reaches the disk.
fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

/// Does the steps that this database does not have yet.
fn bring_up_to_date(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let version = usize::try_from(version).unwrap_or(STEPS.len());
    for step in &STEPS[version..] {
        transaction.execute_batch(step)?;
    }
    if version < SEALED {
        checksum::seal_all(&transaction)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", STEPS.len() as i64)?;
    transaction.commit()
}

/// Makes an empty database as it was after this number of steps.
#[cfg(test)]
pub(super) fn make_old(connection: &Connection, steps: usize) -> rusqlite::Result<()> {
    STEPS[..steps].iter().try_for_each(|step| connection.execute_batch(step))?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", steps as i64)
}

/// An error of SQLite in our words.
fn failure(path: &Path, error: &rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(SqliteCode::DatabaseBusy | SqliteCode::DatabaseLocked) => StoreError::Busy(path),
        Some(SqliteCode::NotADatabase) => StoreError::Foreign(path),
        Some(SqliteCode::DatabaseCorrupt) => StoreError::Damaged(path, error.to_string()),
        _ => StoreError::Unusable(path, error.to_string()),
    }
}
