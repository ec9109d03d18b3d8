//! Arguments that several subcommands share, for `#[command(flatten)]`.

mod game;
mod limits;
mod position;
mod record_file;

pub(crate) use game::{GameAndFiles, GameArguments, GameWords, joined, leading, open, title};
pub(crate) use limits::LimitArguments;
pub(crate) use position::{PlaceArguments, PositionArguments, StartAndMoves, StartArguments};
pub(crate) use record_file::{
    RecordFileError, RecordSource, check_game, read_one_or_last, shorten, tell_notes,
};
