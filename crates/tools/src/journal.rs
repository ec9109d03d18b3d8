//! Journals: a JSON line for each finished piece of long work, so that interrupted work can go on.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use sarsen_core::game::excerpt;
use sarsen_core::sys::atomic_file::refuse_no_file;
use sarsen_core::sys::file_lock::lock;

/// The settings that make two pieces of work the same: names and values.
pub type WorkSettings = Vec<(String, String)>;

/// The work that a journal belongs to. It is its first line.
#[derive(Clone, Debug)]
pub(crate) struct JournaledWork {
    /// What it is: `match`.
    pub(crate) kind: &'static str,
    /// Its settings.
    pub(crate) settings: WorkSettings,
}

impl JournaledWork {
    /// The name in the first line.
    fn title(&self) -> String {
        format!("sarsen_{}", self.kind)
    }

    fn first_line(&self) -> std::io::Result<String> {
        one_line(&BTreeMap::from([(self.title(), &self.settings)]))
    }

    /// The settings in the first line of a journal of such work. None if it is no such journal.
    fn read(&self, line: &[u8]) -> Option<WorkSettings> {
        let mut found: BTreeMap<String, WorkSettings> = serde_json::from_slice(line).ok()?;
        found.remove(&self.title())
    }

    /// A difference between these settings and those of a journal, if any.
    fn difference(&self, journal: &WorkSettings) -> Option<String> {
        let value = |of: &WorkSettings, name: &str| {
            let found = of.iter().find(|(known, _)| known == name);
            found.map_or("nothing".to_owned(), |(_, value)| format!("'{}'", excerpt(value, 120)))
        };
        let names = journal.iter().chain(&self.settings).map(|(name, _)| name);
        names.into_iter().find_map(|name| {
            let (there, here) = (value(journal, name), value(&self.settings, name));
            let name = excerpt(name, 40);
            (there != here).then(|| format!("{name} was {there} there and is {here} now"))
        })
    }
}

/// The length limit of a line, in bytes. Every line of a journal is shorter.
const LONGEST: u64 = 1 << 24;

/// A file of finished pieces of work.
pub(crate) struct WorkJournal {
    file: File,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WorkJournalError {
    /// The system reports an error.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It is not a journal, or belongs to other work.
    #[error("line {line}: {problem}")]
    Content {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
}

impl WorkJournal {
    /// Opens a journal, or begins a new one. `take` is given its pieces, and says what is wrong
    /// with one. If a killed process left an unfinished last line, that line is cut off. No other
    /// work can open the journal until this value is dropped.
    pub(crate) fn open<Piece: DeserializeOwned>(
        path: &Path,
        work: &JournaledWork,
        take: &mut dyn FnMut(Piece) -> Result<(), String>,
    ) -> Result<Self, WorkJournalError> {
        refuse_no_file(path)?;
        let file =
            OpenOptions::new().read(true).append(true).create(true).truncate(false).open(path)?;
        lock(&file)?;
        let mut good = 0;
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let length = reader.by_ref().take(LONGEST).read_until(b'\n', &mut line)?;
            let wrong = |problem: String| WorkJournalError::Content { line: number, problem };
            let foreign = || wrong(format!("this is no journal of a {}", work.kind));
            if length as u64 == LONGEST {
                return Err(foreign());
            }
            if length == 0 || !line.ends_with(b"\n") {
                if number == 1 && !work.first_line()?.as_bytes().starts_with(&line) {
                    return Err(foreign());
                }
                break;
            }
            if number == 1 {
                let settings = work.read(&line).ok_or_else(foreign)?;
                if let Some(difference) = work.difference(&settings) {
                    let kind = work.kind;
                    return Err(wrong(format!("it belongs to another {kind}: {difference}")));
                }
            } else {
                let piece: Piece = serde_json::from_slice(&line)
                    .map_err(|error| wrong(excerpt(&error.to_string(), 200)))?;
                take(piece).map_err(wrong)?;
            }
            good += length as u64;
        }
        file.set_len(good)?;
        let mut journal = Self { file };
        journal.file.seek(SeekFrom::End(0))?;
        if good == 0 {
            journal.write(&work.first_line()?)?;
        }
        Ok(journal)
    }

    /// Adds a piece. It is in the file when this returns.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or is so long that it could not be read again.
    pub(crate) fn add(&mut self, piece: &impl Serialize) -> std::io::Result<()> {
        let line = one_line(piece)?;
        if line.len() as u64 >= LONGEST {
            return Err(std::io::Error::other("a game is too long for the journal: 16 MiB"));
        }
        self.write(&line)
    }

    fn write(&mut self, line: &str) -> std::io::Result<()> {
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }
}

fn one_line(value: &impl Serialize) -> std::io::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}
