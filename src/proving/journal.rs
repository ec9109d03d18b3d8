//! What has been decided, written down at once, so that a proof can go on where it was broken off.
//!
//! A line of text says what it is about, then each record is eleven bytes: the key that all images of a position share, least
//! byte first; whether the first player wins it; the code of a move that shows it, in the image that the key belongs to, least
//! byte first, or [`NO_CODE`]. What is left of a record at the end of the file is cut off.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The beginning of the first line.
const TITLE: &str = "sarsen journal 1 ";

/// Bytes of a record.
const RECORD: usize = 11;

/// No move.
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
    /// Another process, or another proof of this one, is writing it.
    #[error("{0} is in use by another proof")]
    InUse(PathBuf),
    /// It is no journal.
    #[error("{0} is no checkpoint of a proof")]
    Foreign(PathBuf),
    /// It belongs to another position.
    #[error("{path} is about '{found}', not about '{wanted}'")]
    Other {
        /// The file.
        path: PathBuf,
        /// The position that it is about.
        found: String,
        /// The position that is to be proven.
        wanted: String,
    },
    /// What it says cannot be.
    #[error("the checkpoint contradicts itself about '{0}'")]
    Contradiction(String),
}

/// Who wins the positions of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Record {
    pub(super) key: u64,
    pub(super) first_wins: bool,
    /// The code of a move that shows it, if the player who acts has one and it is known.
    pub(super) code: Option<u16>,
}

/// A journal that is open for writing.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens a journal, or begins one; what it says already.
    pub(super) fn open(path: &Path, about: &str) -> Result<(Self, Vec<Record>), JournalError> {
        let failed = |error| JournalError::File { path: path.to_owned(), error };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        if bytes.is_empty() {
            file.write_all(format!("{TITLE}{about}\n").as_bytes()).map_err(failed)?;
            return Ok((Self { path: path.to_owned(), file }, Vec::new()));
        }
        let foreign = || JournalError::Foreign(path.to_owned());
        let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(foreign)?;
        let title = std::str::from_utf8(&bytes[..end]).map_err(|_| foreign())?;
        let found = title.strip_prefix(TITLE).ok_or_else(foreign)?;
        if found != about {
            let (found, wanted) = (found.to_owned(), about.to_owned());
            return Err(JournalError::Other { path: path.to_owned(), found, wanted });
        }
        let (records, rest) = bytes[end + 1..].as_chunks::<RECORD>();
        let records = records.iter().map(read).collect::<Option<_>>().ok_or_else(foreign)?;
        let whole = bytes.len() - rest.len();
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok((Self { path: path.to_owned(), file }, records))
    }

    pub(super) fn write(&mut self, record: Record) -> Result<(), JournalError> {
        let mut bytes = [0; RECORD];
        bytes[..8].copy_from_slice(&record.key.to_le_bytes());
        bytes[8] = record.first_wins.into();
        bytes[9..].copy_from_slice(&record.code.unwrap_or(NO_CODE).to_le_bytes());
        let written = self.file.write_all(&bytes);
        written.map_err(|error| JournalError::File { path: self.path.clone(), error })
    }
}

fn read(bytes: &[u8; RECORD]) -> Option<Record> {
    let (key, rest) = bytes.split_first_chunk()?;
    let (first_wins, code) = match *rest {
        [0, low, high] => (false, u16::from_le_bytes([low, high])),
        [1, low, high] => (true, u16::from_le_bytes([low, high])),
        _ => return None,
    };
    let code = (code != NO_CODE).then_some(code);
    Some(Record { key: u64::from_le_bytes(*key), first_wins, code })
}
