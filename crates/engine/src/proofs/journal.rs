//! The journal of a proof: the file of all results. Each result goes there at once, so an
//! interrupted proof can continue where it stopped.
//!
//! The first line is text and says what the journal is about. Records of fifteen bytes follow. All
//! numbers are little-endian:
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | the key that all images of a position share |
//! | 1 | whether the first player wins the position |
//! | 2 | the code of a move that shows it, in the image that the key belongs to, or [`NO_CODE`] |
//! | 4 | the CRC-32 of the eleven bytes before |
//!
//! A record with a wrong checksum is skipped. An unfinished record at the end of the file is cut
//! off.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sarsen_core::sys::atomic_file::refuse_no_file;
use sarsen_core::sys::file_lock::{is_busy, lock};

/// The beginning of the first line.
const TITLE: &str = "sarsen journal 2 ";

/// The bytes of a record: all of it, and without its checksum.
const RECORD: usize = CONTENT + 4;
const CONTENT: usize = 11;

/// Stands for no move in the file.
const NO_CODE: u16 = u16::MAX;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// Another process, or another proof in this process, is writing it.
    #[error("{0} is in use by another proof")]
    InUse(PathBuf),
    /// It is not a journal.
    #[error("{0} is not a checkpoint of a proof")]
    Foreign(PathBuf),
    /// It belongs to another position.
    #[error("{path} is about '{}', not about '{wanted}'", found.escape_debug())]
    Other {
        /// The file.
        path: PathBuf,
        /// The position that it is about.
        found: String,
        /// The position to prove.
        wanted: String,
    },
    /// It contradicts itself or the solver.
    #[error("what is known contradicts itself about '{0}'")]
    Contradiction(String),
}

/// Who wins the positions of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct JournalRecord {
    pub(super) key: u64,
    pub(super) first_wins: bool,
    /// The code of a move that shows it, if the player who acts has such a move and it is known.
    pub(super) code: Option<u16>,
}

/// A journal that is open for writing.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// Its length: the title and whole records.
    length: u64,
}

impl Journal {
    /// Opens a journal, or begins a new one. Returns it with its records.
    pub(super) fn open(
        path: &Path,
        about: &str,
    ) -> Result<(Self, Vec<JournalRecord>), JournalError> {
        let failed = |error| JournalError::File { path: path.to_owned(), error };
        refuse_no_file(path).map_err(failed)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        lock(&file).map_err(|error| match is_busy(&error) {
            true => JournalError::InUse(path.to_owned()),
            false => failed(error),
        })?;
        let mut bytes = Vec::new();
        // A file that is not a journal may be too large to read whole.
        let mut head = Read::by_ref(&mut file).take(TITLE.len() as u64);
        head.read_to_end(&mut bytes).map_err(failed)?;
        if bytes.is_empty() || bytes == TITLE.as_bytes() {
            file.read_to_end(&mut bytes).map_err(failed)?;
        }
        let title = format!("{TITLE}{about}\n");
        if bytes.is_empty() {
            let mut journal = Self { path: path.to_owned(), file, length: 0 };
            journal.append(title.as_bytes())?;
            return Ok((journal, Vec::new()));
        }
        let foreign = || JournalError::Foreign(path.to_owned());
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(foreign)?;
        let found = str::from_utf8(&bytes[..end]).map_err(|_| foreign())?;
        let found = found.strip_prefix(TITLE).ok_or_else(foreign)?;
        if found != about {
            let (found, wanted) = (found.to_owned(), about.to_owned());
            return Err(JournalError::Other { path: path.to_owned(), found, wanted });
        }
        let (records, rest) = bytes[title.len()..].as_chunks::<RECORD>();
        let whole: Vec<JournalRecord> = records.iter().filter_map(read).collect();
        if whole.len() < records.len() {
            let damaged = records.len() - whole.len();
            log::warn!("{}: {damaged} damaged records are skipped", path.display());
        }
        let length = (bytes.len() - rest.len()) as u64;
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::Start(length)).map_err(failed)?;
        Ok((Self { path: path.to_owned(), file, length }, whole))
    }

    /// Adds a record.
    pub(super) fn write(&mut self, record: JournalRecord) -> Result<(), JournalError> {
        let mut bytes = [0; RECORD];
        bytes[..8].copy_from_slice(&record.key.to_le_bytes());
        bytes[8] = record.first_wins.into();
        bytes[9..CONTENT].copy_from_slice(&record.code.unwrap_or(NO_CODE).to_le_bytes());
        let sum = crc32fast::hash(&bytes[..CONTENT]);
        bytes[CONTENT..].copy_from_slice(&sum.to_le_bytes());
        self.append(&bytes)
    }

    /// Writes bytes at the end. If that fails, cuts off what was written, if possible.
    fn append(&mut self, bytes: &[u8]) -> Result<(), JournalError> {
        let Err(error) = self.file.write_all(bytes) else {
            self.length += bytes.len() as u64;
            return Ok(());
        };
        // The next record must not begin in the middle of this one.
        let _ = self.file.set_len(self.length);
        let _ = self.file.seek(SeekFrom::Start(self.length));
        Err(JournalError::File { path: self.path.clone(), error })
    }
}

/// Reads a record. `None` if it is damaged.
fn read(bytes: &[u8; RECORD]) -> Option<JournalRecord> {
    let (content, sum) = bytes.split_first_chunk::<CONTENT>()?;
    let (key, rest) = content.split_first_chunk()?;
    if sum != crc32fast::hash(content).to_le_bytes() {
        return None;
    }
    let (first_wins, code) = match *rest {
        [0, low, high] => (false, u16::from_le_bytes([low, high])),
        [1, low, high] => (true, u16::from_le_bytes([low, high])),
        _ => return None,
    };
    let code = (code != NO_CODE).then_some(code);
    Some(JournalRecord { key: u64::from_le_bytes(*key), first_wins, code })
}
