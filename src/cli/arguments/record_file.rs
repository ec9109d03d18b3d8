//! Game records out of files: `FILE[:N]`.

use std::error::Error;
use std::path::Path;

use sarsen_core::sys::input;
use sarsen_core::sys::stderr::complain;
use sarsen_engine::session::Session;
use sarsen_tools::matches::record::{ReadError, Record, RecordReader};

/// A file of records, and the number of one of them if the user named one.
pub(crate) struct RecordSource {
    /// The name of the file in messages.
    pub(crate) name: String,
    pub(crate) records: RecordReader<input::Input>,
    pub(crate) number: Option<usize>,
}

impl RecordSource {
    /// Opens `FILE[:N]`.
    pub(crate) fn open(name: &str) -> Result<Self, Box<dyn Error>> {
        Self::open_up_to(name, u64::MAX)
    }

    /// Opens `FILE[:N]`, and reads at most this many bytes of it.
    pub(crate) fn open_up_to(name: &str, most: u64) -> Result<Self, Box<dyn Error>> {
        let numbered = |(file, number): (_, &str)| Some((file, number.parse().ok()?));
        let (file, number) = match name.rsplit_once(':').and_then(numbered) {
            Some((_, 0)) => return Err(format!("{name}: records are counted from 1").into()),
            Some((file, number)) if !Path::new(name).exists() => (file, Some(number)),
            _ => (name, None),
        };
        let input = input::open_up_to(Path::new(file), most);
        let input = input.map_err(|error| format!("{file}: {error}"))?;
        Ok(Self { name: input::name(Path::new(file)), records: RecordReader::new(input), number })
    }
}

/// The record that `FILE[:N]` names. The first one if there is no `N`.
pub(super) fn read_one(name: &str) -> Result<Record, Box<dyn Error>> {
    let RecordSource { records, number, .. } = RecordSource::open(name)?;
    let number = number.unwrap_or(1);
    let mut broken = None;
    for (record, at) in records.zip(1..) {
        match record {
            record if at == number => return Ok(record?),
            Ok(_) => {}
            Err(error) => broken = Some((at, error)),
        }
    }
    Err(no_record(name, number, broken).into())
}

/// Tells on standard error what was assumed where a record is irregular, after this name of it.
pub(crate) fn tell_notes(name: &str, record: &Record) {
    for note in &record.notes {
        complain(format_args!("{name}: {note}"));
    }
}

/// The record that `FILE[:N]` names. The last one if there is no `N`.
pub(crate) fn read_one_or_last(name: &str) -> Result<Record, Box<dyn Error>> {
    let RecordSource { name: file, records, number } = RecordSource::open(name)?;
    if number.is_some() {
        return read_one(name);
    }
    match records.last() {
        Some(record) => record.map_err(|error| format!("{file}: {error}").into()),
        None => Err(format!("{file}: there is no record in it").into()),
    }
}

/// Says that a record is missing. It may have been part of a broken one before it.
pub(crate) fn no_record(name: &str, number: usize, broken: Option<(usize, ReadError)>) -> String {
    let missing = format!("{name}: there is no record {number}");
    match broken {
        Some((at, error)) => format!("{missing}, and record {at} is broken: {error}"),
        None => missing,
    }
}

/// Refuses a record that is of another game than the one that the user has named. `game` may be
/// empty.
pub(crate) fn check_game(session: &dyn Session, game: &str) -> Result<(), String> {
    let title = session.title();
    if game.is_empty() || game == session.game() || game == title {
        return Ok(());
    }
    Err(format!("the game is one of {title}, not {game}"))
}

/// The first `plies` plies of a record, or all of it.
pub(crate) fn shorten(mut record: Record, plies: Option<usize>) -> Result<Record, Box<dyn Error>> {
    let all = record.plies.len();
    match plies {
        Some(plies) if plies > all => Err(format!("the record has only {all} plies").into()),
        Some(plies) if plies < all => {
            record.plies.truncate(plies);
            record.outcome = None;
            Ok(record)
        }
        _ => Ok(record),
    }
}
