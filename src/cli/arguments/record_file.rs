//! Game records out of files: `FILE[:N]`.

use std::io;
use std::path::Path;

use crate::cli::file_error::{FileError, InFile};
use sarsen_core::sys::input;
use sarsen_core::sys::stderr::complain;
use sarsen_engine::session::Session;
use sarsen_tools::matches::record::{ReadError, Record, RecordReader};

/// Why there is no record to work with.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RecordFileError {
    /// The number of the record is 0.
    #[error("{0}: records are counted from 1")]
    Zero(String),
    /// The file cannot be opened.
    #[error(transparent)]
    Open(#[from] FileError<io::Error>),
    /// The record is broken.
    #[error(transparent)]
    Broken(#[from] FileError<ReadError>),
    /// The file is empty.
    #[error("{0}: there is no record in it")]
    Empty(String),
    /// The file has fewer records.
    #[error("{name}: there is no record {number}{}", and_broken(.broken.as_ref()))]
    Missing {
        /// The file and the number, as the user wrote them.
        name: String,
        /// The number.
        number: usize,
        /// A broken record before it, of which it may have been a part.
        broken: Option<(usize, ReadError)>,
    },
    /// It is of another game than the one that the user has named.
    #[error("the game is one of {found}, not {wanted}")]
    OtherGame {
        /// Its game.
        found: String,
        /// The game that the user has named.
        wanted: String,
    },
    /// It has fewer plies than the user has named.
    #[error("the record has only {0} plies")]
    Short(usize),
}

told!(RecordFileError);

fn and_broken(broken: Option<&(usize, ReadError)>) -> String {
    broken.map_or(String::new(), |(at, error)| format!(", and record {at} is broken: {error}"))
}

/// A file of records, and the number of one of them if the user named one.
pub(crate) struct RecordSource {
    /// The name of the file in messages.
    pub(crate) name: String,
    pub(crate) records: RecordReader<input::Input>,
    pub(crate) number: Option<usize>,
}

impl RecordSource {
    /// Opens `FILE[:N]`.
    pub(crate) fn open(name: &str) -> Result<Self, RecordFileError> {
        Self::open_up_to(name, u64::MAX)
    }

    /// Opens `FILE[:N]`, and reads at most this many bytes of it.
    pub(crate) fn open_up_to(name: &str, most: u64) -> Result<Self, RecordFileError> {
        let numbered = |(file, number): (_, &str)| Some((file, number.parse().ok()?));
        let (file, number) = match name.rsplit_once(':').and_then(numbered) {
            Some((_, 0)) => return Err(RecordFileError::Zero(name.to_owned())),
            Some((file, number)) if !Path::new(name).exists() => (file, Some(number)),
            _ => (name, None),
        };
        let input = input::open_up_to(Path::new(file), most).in_file(file)?;
        Ok(Self { name: input::name(Path::new(file)), records: RecordReader::new(input), number })
    }
}

/// The record that `FILE[:N]` names. The first one if there is no `N`.
pub(super) fn read_one(name: &str) -> Result<Record, RecordFileError> {
    let RecordSource { name: file, records, number } = RecordSource::open(name)?;
    let number = number.unwrap_or(1);
    let mut broken = None;
    for (record, at) in records.zip(1..) {
        match record {
            record if at == number => return Ok(record.in_file(file)?),
            Ok(_) => {}
            Err(error) => broken = Some((at, error)),
        }
    }
    Err(RecordFileError::Missing { name: name.to_owned(), number, broken })
}

/// Tells on standard error what was assumed where a record is irregular, after this name of it.
pub(crate) fn tell_notes(name: &str, record: &Record) {
    for note in &record.notes {
        complain(format_args!("{name}: {note}"));
    }
}

/// The record that `FILE[:N]` names. The last one if there is no `N`.
pub(crate) fn read_one_or_last(name: &str) -> Result<Record, RecordFileError> {
    let RecordSource { name: file, records, number } = RecordSource::open(name)?;
    if number.is_some() {
        return read_one(name);
    }
    match records.last() {
        Some(record) => Ok(record.in_file(file)?),
        None => Err(RecordFileError::Empty(file)),
    }
}

/// Refuses a record that is of another game than the one that the user has named. `game` may be
/// empty.
pub(crate) fn check_game(session: &dyn Session, game: &str) -> Result<(), RecordFileError> {
    let title = session.title();
    if game.is_empty() || game == session.game() || game == title {
        return Ok(());
    }
    Err(RecordFileError::OtherGame { found: title, wanted: game.to_owned() })
}

/// The first `plies` plies of a record, or all of it.
pub(crate) fn shorten(mut record: Record, plies: Option<usize>) -> Result<Record, RecordFileError> {
    let all = record.plies.len();
    match plies {
        Some(plies) if plies > all => Err(RecordFileError::Short(all)),
        Some(plies) if plies < all => {
            record.plies.truncate(plies);
            record.outcome = None;
            Ok(record)
        }
        _ => Ok(record),
    }
}
