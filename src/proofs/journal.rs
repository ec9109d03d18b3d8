//! What has been decided, written down at once, so that a proof can go on where it was broken off.
//!
//! A line of text says what it is about, then each record is fifteen bytes: the key that all images
//! of a position share, least byte first; whether the first player wins it; the code of a move that
//! shows it, in the image that the key belongs to, least byte first, or [`NO_CODE`]; the CRC-32 of
//! these eleven, least byte first. A record with another checksum is left out, and what is left of
//! one at the end of the file is cut off.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::sys::atomic_file::refuse_no_file;
use crate::sys::file_lock::{is_busy, lock};

/// The beginning of the first line.
const TITLE: &str = "sarsen journal 2 ";

/// Bytes of a record, the checksum's last.
const RECORD: usize = CONTENT + 4;
const CONTENT: usize = 11;

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
    #[error("{path} is about '{}', not about '{wanted}'", found.escape_debug())]
    Other {
        /// The file.
        path: PathBuf,
        /// The position that it is about.
        found: String,
        /// The position that is to be proven.
        wanted: String,
    },
    /// What it says cannot be.
    #[error("what is known contradicts itself about '{0}'")]
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
    /// Its length, all of it whole records.
    length: u64,
}

impl Journal {
    /// Opens a journal, or begins one; what it says already.
    pub(super) fn open(path: &Path, about: &str) -> Result<(Self, Vec<Record>), JournalError> {
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
        // Whatever else it is may be too large to be read.
        let mut head = std::io::Read::by_ref(&mut file).take(TITLE.len() as u64);
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
        let found = std::str::from_utf8(&bytes[..end]).map_err(|_| foreign())?;
        let found = found.strip_prefix(TITLE).ok_or_else(foreign)?;
        if found != about {
            let (found, wanted) = (found.to_owned(), about.to_owned());
            return Err(JournalError::Other { path: path.to_owned(), found, wanted });
        }
        let (records, rest) = bytes[title.len()..].as_chunks::<RECORD>();
        let whole: Vec<Record> = records.iter().filter_map(read).collect();
        if whole.len() < records.len() {
            let damaged = records.len() - whole.len();
            log::warn!("{}: {damaged} damaged records are left out", path.display());
        }
        let length = (bytes.len() - rest.len()) as u64;
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::Start(length)).map_err(failed)?;
        Ok((Self { path: path.to_owned(), file, length }, whole))
    }

    pub(super) fn write(&mut self, record: Record) -> Result<(), JournalError> {
        let mut bytes = [0; RECORD];
        bytes[..8].copy_from_slice(&record.key.to_le_bytes());
        bytes[8] = record.first_wins.into();
        bytes[9..CONTENT].copy_from_slice(&record.code.unwrap_or(NO_CODE).to_le_bytes());
        let sum = crc32fast::hash(&bytes[..CONTENT]);
        bytes[CONTENT..].copy_from_slice(&sum.to_le_bytes());
        self.append(&bytes)
    }

    /// Writes at the end, all or nothing as far as that is possible.
    fn append(&mut self, bytes: &[u8]) -> Result<(), JournalError> {
        let Err(error) = self.file.write_all(bytes) else {
            self.length += bytes.len() as u64;
            return Ok(());
        };
        // Whoever writes next must not begin in the middle of a record.
        let _ = self.file.set_len(self.length);
        let _ = self.file.seek(SeekFrom::Start(self.length));
        Err(JournalError::File { path: self.path.clone(), error })
    }
}

/// Reads a record, if it is what has been written.
fn read(bytes: &[u8; RECORD]) -> Option<Record> {
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
    Some(Record { key: u64::from_le_bytes(*key), first_wins, code })
}
