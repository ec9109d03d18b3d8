//! A file of records to which more can be added.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::{Assumption, ReadError, Record, RecordNote, RecordReader};
use sarsen_core::sys::file_lock::lock;

/// A file of records that grows at its end, locked against other processes.
pub struct RecordStore {
    file: File,
    /// Whether its last line lacks the line feed.
    is_open: bool,
    /// Whether it is a regular file, which can be cut.
    is_plain: bool,
}

impl RecordStore {
    /// Opens a file, or begins a new one.
    ///
    /// # Errors
    ///
    /// If the system refuses, another process has locked it, or it contains anything but records.
    pub fn open(path: &Path) -> std::io::Result<Self> {
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        if path.exists() && !path.is_file() {
            return Ok(Self { file: options.open(path)?, is_open: false, is_plain: false });
        }
        let mut file = options.read(true).open(path)?;
        lock(&file)?;
        for record in RecordReader::new(BufReader::new(&file)) {
            let why = match record {
                Ok(record) if !is_any_text(&record) => continue,
                Ok(_) => "there are words without tags and without a result".to_owned(),
                Err(ReadError::Io(error)) => return Err(error),
                Err(ReadError::Parse(error)) => error.to_string(),
            };
            let why = format!("it is no file of game records: {why}");
            return Err(Error::new(ErrorKind::InvalidData, why));
        }
        let mut last = [b'\n'];
        if file.seek(SeekFrom::End(0))? > 0 {
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
        }
        Ok(Self { file, is_open: last != *b"\n", is_plain: true })
    }

    /// The records in the file.
    ///
    /// # Errors
    ///
    /// If the system refuses.
    pub fn records(&mut self) -> std::io::Result<impl Iterator<Item = Record>> {
        let file = self.is_plain.then_some(&mut self.file);
        let records = file.map(|file| {
            file.rewind()?;
            std::io::Result::Ok(RecordReader::new(BufReader::new(file)).map_while(Result::ok))
        });
        Ok(records.transpose()?.into_iter().flatten())
    }

    /// Adds records, each followed by an empty line. If there is an error, it adds none of them.
    ///
    /// # Errors
    ///
    /// If the system refuses.
    pub fn add<'a>(&mut self, records: impl IntoIterator<Item = &'a str>) -> std::io::Result<()> {
        let mut added = String::from(if self.is_open { "\n" } else { "" });
        for record in records {
            added.push_str(record);
            added.push('\n');
        }
        if !self.is_plain {
            return self.file.write_all(added.as_bytes());
        }
        let length = self.file.seek(SeekFrom::End(0))?;
        if let Err(error) = self.file.write_all(added.as_bytes()) {
            // Half a record would spoil later ones. If this cut fails, too, nothing can be done.
            let _ = self.file.set_len(length);
            return Err(error);
        }
        self.is_open = false;
        Ok(())
    }
}

/// Whether a record may be a text of any other kind.
fn is_any_text(record: &Record) -> bool {
    let is_open = |note: &RecordNote| matches!(note.assumed, Assumption::NoResult(_));
    record.tags.is_empty() && record.notes.iter().any(is_open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::record::Records;

    #[test]
    fn records_are_added_to_what_is_there() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("games.txt");
        let record = |text: &str| Records::new(text).next().unwrap().unwrap().to_string();
        let games =
            ["[Game \"connect4\"]\n1. 4 4 *", "[Game \"stonehenge\"]\n1. 6@7 *"].map(record);
        std::fs::write(&path, games[0].trim_end()).unwrap();
        let mut store = RecordStore::open(&path).unwrap();
        assert_eq!(store.records().unwrap().count(), 1);
        store.add([games[1].as_str()]).unwrap();
        store.add(games.iter().map(String::as_str)).unwrap();
        let busy = RecordStore::open(&path).err().unwrap();
        assert_eq!(busy.kind(), ErrorKind::ResourceBusy);
        drop(store);
        let mut found = RecordStore::open(&path).unwrap();
        let moves: Vec<String> = found.records().unwrap().map(|record| record.moves()).collect();
        assert_eq!(moves, ["4 4", "6@7", "4 4", "6@7"]);
    }

    #[test]
    fn what_is_no_file_of_records_stays_as_it_is() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("letter");
        for text in ["Dear all", "[Game \"connect4\"]\n1. 4 {half"] {
            std::fs::write(&path, text).unwrap();
            let error = RecordStore::open(&path).err().unwrap().to_string();
            assert!(error.contains("no file of game records"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}
