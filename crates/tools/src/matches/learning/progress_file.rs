//! The file of progress: every batch of games and every generation, so that learning goes on after
//! an interrupt or a crash. It is a database of SQLite, and each step is one transaction. Each row
//! has a checksum, and all are checked before anything is played.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior};

use super::error::LearnError;
use super::games::Seen;
use super::generation::Generation;
use super::packing::PackedGames;
use sarsen_core::sys::atomic_file::beside;
use sarsen_sqlite::{is_whole, sum_of};

/// The mark of these databases: "Lern".
const APPLICATION: i32 = 0x4c65_726e;

/// Where the mark is in a database's header.
const MARK: std::ops::Range<usize> = 68..72;

/// No database is shorter than this, in bytes.
const SHORTEST: usize = 512;

/// What the journal of an interrupted step begins with, and what it begins with until it counts.
const JOURNAL: [[u8; 8]; 2] = [[0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7], [0; 8]];

/// The tables.
const SCHEMA: &str = "
    CREATE TABLE settings (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
    CREATE TABLE batches (
        generation INTEGER NOT NULL,
        number INTEGER NOT NULL,
        games INTEGER NOT NULL,
        count INTEGER NOT NULL,
        positions BLOB NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (generation, number)
    ) STRICT;
    CREATE TABLE generations (
        number INTEGER PRIMARY KEY NOT NULL,
        report TEXT NOT NULL,
        weights BLOB,
        checksum INTEGER NOT NULL
    ) STRICT;
";

/// What has a checksum, and what its columns are. The first one is the number of a generation, the
/// last one the checksum of the others.
const CHECKED: [(&str, &str); 2] = [
    ("a batch", "SELECT generation, number, games, count, positions, checksum FROM batches"),
    ("the report", "SELECT number, report, weights, checksum FROM generations"),
];

/// The setting that says which tables there are: files of other programs have others.
const FORM: (&str, &str) = ("the form of the file", "with checksums");

/// The file of progress.
pub(super) struct ProgressFile {
    path: PathBuf,
    connection: Connection,
}

/// How long to wait for another process that works on the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Patience {
    /// It has just ended.
    Short,
    /// It does one step.
    Long,
}

impl ProgressFile {
    /// Opens the file, or makes a new one. The settings must be those of the run that made it.
    pub(super) fn open(
        path: &Path,
        settings: &[(&str, String)],
        patience: Patience,
    ) -> Result<Self, LearnError> {
        if let Some(foreign) = foreign(path)? {
            return Err(LearnError::Foreign(foreign));
        }
        let connection = Connection::open(path).map_err(|error| told(path, &error))?;
        let mut file = Self { path: path.to_owned(), connection };
        let settings = [settings, &[(FORM.0, FORM.1.to_owned())]].concat();
        file.prepare(&settings, patience).map_err(|error| told(path, &error))?;
        file.check(&settings)?;
        match file.damage().map_err(|error| told(path, &error))? {
            Some(what) => Err(file.damaged(&what)),
            None => Ok(file),
        }
    }

    /// Takes the file for this process, and makes the tables of a new one.
    fn prepare(&mut self, settings: &[(&str, String)], patience: Patience) -> rusqlite::Result<()> {
        self.connection.busy_timeout(match patience {
            Patience::Short => Duration::from_millis(500),
            Patience::Long => Duration::from_secs(60),
        })?;
        self.connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
        // Only now it is as it was before the last step, if that was interrupted.
        let tables: i64 =
            transaction.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |row| row.get(0))?;
        let mark: i32 = transaction.pragma_query_value(None, "application_id", |row| row.get(0))?;
        if (tables, mark) == (0, 0) {
            transaction.execute_batch(SCHEMA)?;
            transaction.pragma_update(None, "application_id", APPLICATION)?;
            for (name, value) in settings {
                transaction
                    .execute("INSERT INTO settings VALUES (?1, ?2)", [*name, value.as_str()])?;
            }
        }
        transaction.commit()
    }

    fn check(&self, settings: &[(&str, String)]) -> Result<(), LearnError> {
        let mark = self.connection.pragma_query_value(None, "application_id", |row| row.get(0));
        if mark.ok() != Some(APPLICATION) {
            return Err(LearnError::Foreign(self.path.clone()));
        }
        for (name, new) in settings {
            let find = "SELECT value FROM settings WHERE name = ?1";
            let old = self.connection.query_row(find, [name], |row| row.get(0)).optional();
            let old: String = old.map_err(|error| self.told(&error))?.unwrap_or_default();
            if old != *new {
                let (path, name) = (self.path.clone(), (*name).to_owned());
                return Err(LearnError::OtherRun { path, name, old, new: new.clone() });
            }
        }
        Ok(())
    }

    /// What has changed since it was stored, if anything has.
    fn damage(&self) -> rusqlite::Result<Option<String>> {
        let check = "PRAGMA integrity_check(1)";
        let found: String = self.connection.query_row(check, [], |row| row.get(0))?;
        if found != "ok" {
            return Ok(Some(found));
        }
        for (what, select) in CHECKED {
            let mut statement = self.connection.prepare(select)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                if !is_whole(row)? {
                    return Ok(Some(format!("{what} of generation {}", row.get::<_, i64>(0)?)));
                }
            }
        }
        Ok(None)
    }

    fn damaged(&self, what: &str) -> LearnError {
        let why = format!("it is damaged ({what}); name another output to begin anew");
        LearnError::Progress(self.path.clone(), why)
    }

    fn told(&self, error: &rusqlite::Error) -> LearnError {
        told(&self.path, error)
    }

    /// The generations that are complete.
    pub(super) fn generations(&self) -> Result<Vec<Generation>, LearnError> {
        let read = || -> rusqlite::Result<Vec<String>> {
            let mut all =
                self.connection.prepare("SELECT report FROM generations ORDER BY number")?;
            all.query_map([], |row| row.get(0))?.collect()
        };
        let texts = read().map_err(|error| self.told(&error))?;
        let parsed = texts.iter().map(|text| serde_json::from_str(text)).collect::<Result<_, _>>();
        let parsed: Vec<Generation> =
            parsed.map_err(|error| LearnError::Progress(self.path.clone(), error.to_string()))?;
        match parsed.iter().zip(1..).find(|(generation, number)| generation.number != *number) {
            Some((_, number)) => Err(self.damaged(&format!("generation {number}"))),
            None => Ok(parsed),
        }
    }

    /// The newest weights that were kept, as a file.
    pub(super) fn weights(&self) -> Result<Option<Vec<u8>>, LearnError> {
        let find = "SELECT weights FROM generations WHERE weights IS NOT NULL \
                    ORDER BY number DESC LIMIT 1";
        let found = self.connection.query_row(find, [], |row| row.get(0)).optional();
        found.map_err(|error| self.told(&error))
    }

    /// The batches of a generation that were played so far: for the number of each, its positions.
    pub(super) fn batches(&self, generation: u32) -> Result<BTreeMap<u32, u64>, LearnError> {
        let read = || -> rusqlite::Result<_> {
            let all = "SELECT number, count FROM batches WHERE generation = ?1";
            let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64));
            self.connection.prepare(all)?.query_map([generation], row)?.collect()
        };
        read().map_err(|error| self.told(&error))
    }

    /// The games of a generation so far.
    pub(super) fn games(&self, generation: u32) -> Result<usize, LearnError> {
        let sum = "SELECT COALESCE(SUM(games), 0) FROM batches WHERE generation = ?1";
        let found = self.connection.query_row(sum, [generation], |row| row.get::<_, i64>(0));
        found.map(|games| games as usize).map_err(|error| self.told(&error))
    }

    /// Adds a batch of games.
    pub(super) fn add_batch(
        &mut self,
        generation: u32,
        number: u32,
        PackedGames { games, count, bytes }: &PackedGames,
    ) -> Result<(), LearnError> {
        let add = "INSERT INTO batches VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let [of, at, played] = [generation, number, *games].map(i64::from);
        let count = *count as i64;
        let numbers = [of, at, played, count];
        let values = numbers.map(ValueRef::Integer).into_iter().chain([ValueRef::Blob(bytes)]);
        let row = (generation, number, games, count, bytes, sum_of(values));
        let added = self.connection.execute(add, row);
        added.map(drop).map_err(|error| self.told(&error))
    }

    /// Forgets the batches of a generation from this number on.
    pub(super) fn forget_batches(&mut self, generation: u32, from: u32) -> Result<(), LearnError> {
        let forget = "DELETE FROM batches WHERE generation = ?1 AND number >= ?2";
        let forgotten = self.connection.execute(forget, (generation, from));
        forgotten.map(drop).map_err(|error| self.told(&error))
    }

    /// Adds a complete generation, with its weights if they were kept. Forgets the positions of
    /// generations before `oldest`.
    pub(super) fn add_generation(
        &mut self,
        generation: &Generation,
        weights: Option<&[u8]>,
        oldest: u32,
    ) -> Result<(), LearnError> {
        let report = serde_json::to_string(generation).unwrap_or_default();
        let mut write = || -> rusqlite::Result<()> {
            let transaction = self.connection.transaction()?;
            let add = "INSERT INTO generations VALUES (?1, ?2, ?3, ?4)";
            let sum = sum_of([
                ValueRef::Integer(generation.number.into()),
                ValueRef::Text(report.as_bytes()),
                weights.map_or(ValueRef::Null, ValueRef::Blob),
            ]);
            transaction.execute(add, (generation.number, report.as_str(), weights, sum))?;
            transaction.execute("DELETE FROM batches WHERE generation < ?1", [oldest])?;
            transaction.commit()
        };
        write().map_err(|error| told(&self.path, &error))
    }

    /// Gives all positions to `take`, the newest generation first.
    pub(super) fn each_position(
        &self,
        slots: usize,
        take: &mut dyn FnMut(Seen),
    ) -> Result<(), LearnError> {
        let read = || -> rusqlite::Result<Vec<PackedGames>> {
            let all =
                "SELECT games, count, positions FROM batches ORDER BY generation DESC, number";
            let row = |row: &rusqlite::Row<'_>| {
                let count = row.get::<_, i64>(1)? as u64;
                Ok(PackedGames { games: row.get(0)?, count, bytes: row.get(2)? })
            };
            self.connection.prepare(all)?.query_map([], row)?.collect()
        };
        for games in read().map_err(|error| self.told(&error))? {
            games.each(slots, &mut *take).map_err(|_| self.damaged("a batch"))?;
        }
        Ok(())
    }
}

/// The file that is no part of such a database for sure: the database or one that SQLite would take
/// for its own beside it. SQLite would change or remove it.
fn foreign(path: &Path) -> Result<Option<PathBuf>, LearnError> {
    let journal = beside(path, "-journal");
    let begin = head(&journal)?;
    let is_interrupted = begin.is_some();
    // A journal that was cut short may have only a part of it.
    let is_journal = |begin: &Vec<u8>| {
        JOURNAL.iter().any(|mark| begin.iter().zip(mark).all(|(one, other)| one == other))
    };
    if begin.is_some_and(|begin| !is_journal(&begin)) {
        return Ok(Some(journal));
    }
    // There is never one of these.
    for other in ["-wal", "-shm"].map(|end| beside(path, end)) {
        if head(&other)?.is_some() {
            return Ok(Some(other));
        }
    }
    // Only SQLite knows what a file is that was left by a crash.
    let is_foreign = head(path)?.is_some_and(|head| {
        let is_ours = head.len() == SHORTEST && head[MARK] == APPLICATION.to_be_bytes();
        !(is_ours || is_interrupted || head.is_empty())
    });
    Ok(is_foreign.then(|| path.to_owned()))
}

/// The first bytes of a file, at most the [shortest](SHORTEST) size of a database. None if there is
/// no file. What is no usual file, as a folder, is foreign.
fn head(path: &Path) -> Result<Option<Vec<u8>>, LearnError> {
    let read = || -> std::io::Result<Option<Vec<u8>>> {
        if !std::fs::metadata(path)?.is_file() {
            return Ok(None);
        }
        let mut head = Vec::new();
        std::fs::File::open(path)?.take(SHORTEST as u64).read_to_end(&mut head)?;
        Ok(Some(head))
    };
    match read() {
        Ok(Some(head)) => Ok(Some(head)),
        Ok(None) => Err(LearnError::Foreign(path.to_owned())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(LearnError::File(path.to_owned(), error)),
    }
}

/// Why the database cannot be used.
fn told(path: &Path, error: &rusqlite::Error) -> LearnError {
    let wrong = |why: &str| LearnError::Progress(path.into(), why.to_owned());
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LearnError::Busy(path.into()),
        Some(ErrorCode::NotADatabase) => LearnError::Foreign(path.into()),
        Some(ErrorCode::CannotOpen) => wrong("it cannot be opened"),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => wrong("it cannot be written"),
        Some(ErrorCode::DatabaseCorrupt) => wrong("it is damaged"),
        Some(ErrorCode::DiskFull) => wrong("the disk is full"),
        Some(ErrorCode::SystemIoFailure) => wrong("reading or writing failed"),
        _ => wrong(&error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::learning::generation::Gain;
    use sarsen_core::game::board::PlaceCode;

    fn open(path: &Path) -> Result<ProgressFile, LearnError> {
        ProgressFile::open(path, &[], Patience::Short)
    }

    /// A generation whose numbers have many digits.
    fn generation(number: u32) -> Generation {
        let part =
            |k: u32| f64::from(sarsen_core::game::mix64(u64::from(number * 8 + k)) as u32) / 7e6;
        let total = Gain { elo: part(0), error: part(1) };
        let gain = Some(Gain { elo: part(2), error: part(3) });
        let (error, blind, named, seconds) = (part(4), part(5), part(6), part(7));
        let (games, positions, is_learnt, is_kept) = (9, 99, true, true);
        #[rustfmt::skip]
        let generation = Generation {
            number, games, positions, error, blind, named, is_learnt, gain, is_kept, total, seconds,
        };
        generation
    }

    #[test]
    fn generations_are_read_to_the_last_digit() {
        let place = tempfile::tempdir().unwrap();
        let mut file = open(&place.path().join("progress")).unwrap();
        let all: Vec<Generation> = (1..300).map(generation).collect();
        all.iter().for_each(|one| file.add_generation(one, None, 0).unwrap());
        assert_eq!(file.generations().unwrap(), all);
    }

    #[test]
    fn a_changed_value_is_found_before_anything_is_played() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("progress");
        let mut file = open(&path).unwrap();
        let seen = Seen {
            codes: vec![PlaceCode(3); 9],
            is_second: false,
            expected: None,
            result: None,
            is_proven: false,
        };
        file.add_batch(1, 0, &PackedGames::of(5, &vec![seen; 4]).unwrap()).unwrap();
        file.add_generation(&generation(1), Some(b"weights"), 0).unwrap();
        drop(file);
        assert!(open(&path).is_ok());
        let whole = std::fs::read(&path).unwrap();
        for change in [
            "UPDATE batches SET games = 6",
            "UPDATE batches SET count = 3",
            "UPDATE batches SET number = 1",
            "UPDATE batches SET positions = substr(positions, 2)",
            "UPDATE batches SET checksum = checksum + 1",
            "UPDATE generations SET report = replace(report, '\"games\":9', '\"games\":8')",
            "UPDATE generations SET weights = x'00'",
            "UPDATE generations SET weights = NULL",
            "UPDATE generations SET checksum = 0",
        ] {
            std::fs::write(&path, &whole).unwrap();
            let changed = Connection::open(&path).unwrap().execute(change, []).unwrap();
            assert_eq!(changed, 1);
            let error = open(&path).err().unwrap().to_string();
            assert!(error.contains("it is damaged"), "{change}: {error}");
        }
    }

    #[test]
    fn a_file_of_another_form_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("progress");
        drop(open(&path).unwrap());
        let forget = "DELETE FROM settings";
        Connection::open(&path).unwrap().execute(forget, []).unwrap();
        let error = open(&path).err().unwrap();
        assert!(matches!(error, LearnError::OtherRun { .. }), "{error}");
    }
}
