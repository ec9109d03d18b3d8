//! Which position a command is about: the arguments that several of them share.

use std::error::Error;
use std::path::Path;

use crate::matches::record::{Record, RecordReader};
use crate::protocol::reply;
use crate::session::{Play, Registry, Session};
use crate::sys::input;
use clap::Args;
use serde::Serialize;

use super::naming::{GameArguments, open};

/// A position of a game.
#[derive(Args)]
pub(crate) struct PositionArguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    place: Place,
}

/// Where in a game.
#[derive(Args)]
pub(crate) struct Place {
    /// A position text to start from
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Moves to play from there: '4 4 3', '4,4,3' or, in Connect Four up to nine columns, '443'
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
    /// A game record: a file ('-' is standard input), and which one of it, the first if left out
    #[arg(long, value_name = "FILE[:N]", allow_hyphen_values = true, conflicts_with = "position")]
    record: Option<String>,
    /// So many plies of the record only
    #[arg(long, requires = "record")]
    ply: Option<usize>,
}

/// How to get to a position.
pub(crate) struct Way {
    /// Where it begins.
    pub(crate) session: Box<dyn Session>,
    /// The moves from there.
    pub(crate) moves: Vec<String>,
}

impl PositionArguments {
    /// A session at the position.
    pub(crate) fn open(&self, registry: &Registry) -> Result<Box<dyn Session>, Box<dyn Error>> {
        self.place.open(&self.game.title(registry)?, registry)
    }

    /// The way to the position.
    pub(crate) fn way(&self, registry: &Registry) -> Result<Way, Box<dyn Error>> {
        self.place.way(&self.game.title(registry)?, registry)
    }
}

impl Place {
    /// A session at this place of a game, which may be left out.
    pub(crate) fn open(
        &self,
        game: &str,
        registry: &Registry,
    ) -> Result<Box<dyn Session>, Box<dyn Error>> {
        let Way { mut session, moves } = self.way(game, registry)?;
        session.play(&moves.join(" "))?;
        Ok(session)
    }

    fn way(&self, game: &str, registry: &Registry) -> Result<Way, Box<dyn Error>> {
        let (mut session, from, mut moves) = match &self.record {
            None => (open(game, registry)?, self.position.clone(), Vec::new()),
            Some(file) => {
                let record = shorten(the_record(file)?, self.ply)?;
                let session = record.replay(registry)?;
                let title = session.title();
                if !game.is_empty() && game != session.game() && game != title {
                    return Err(format!("the record is one of {title}, not of {game}").into());
                }
                let from = record.tag("Position").map(str::to_owned);
                (session, from, record.plies.into_iter().map(|ply| ply.text).collect())
            }
        };
        session.set_position(from.as_deref(), "")?;
        moves.extend(session.split_moves(&self.moves)?);
        Ok(Way { session, moves })
    }
}

/// What scripts are told of every position.
#[derive(Serialize)]
pub(crate) struct Facts {
    game: String,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
}

impl Facts {
    pub(crate) fn of(session: &dyn Play) -> Self {
        Self {
            game: session.title(),
            position: session.position(),
            to_move: session.to_move().map(reply::player),
            result: session.outcome().map(|outcome| reply::result(Some(outcome))),
        }
    }
}

/// A file of records, and which of them is meant, if one is.
pub(crate) struct RecordFile {
    /// What it is called.
    pub(crate) name: String,
    pub(crate) records: RecordReader<input::Input>,
    pub(crate) number: Option<usize>,
}

impl RecordFile {
    /// Opens `FILE[:N]`.
    pub(crate) fn open(name: &str) -> Result<Self, Box<dyn Error>> {
        Self::open_up_to(name, u64::MAX)
    }

    /// The same, of which at most so many bytes are read.
    pub(crate) fn open_up_to(name: &str, most: u64) -> Result<Self, Box<dyn Error>> {
        let numbered = |(file, number): (_, &str)| Some((file, number.parse().ok()?));
        let (file, number) = match name.rsplit_once(':').and_then(numbered) {
            Some((_, 0)) => return Err(format!("{name}: records are counted from 1").into()),
            Some((file, number)) if !Path::new(name).exists() => (file, Some(number)),
            _ => (name, None),
        };
        let input = input::open_up_to(Path::new(file), most);
        let input = input.map_err(|error| format!("{file}: {error}"))?;
        let name = if file == "-" { "standard input" } else { file };
        Ok(Self { name: name.to_owned(), records: RecordReader::new(input), number })
    }
}

/// The one record of a file that is meant.
fn the_record(name: &str) -> Result<Record, Box<dyn Error>> {
    let RecordFile { records, number, .. } = RecordFile::open(name)?;
    let number = number.unwrap_or(1);
    for (record, at) in records.zip(1..) {
        let record = record?;
        if at == number {
            return Ok(record);
        }
    }
    Err(format!("{name}: there is no record {number}").into())
}

/// The first plies of a record, if not all are wanted.
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
