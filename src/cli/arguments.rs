//! Arguments that several subcommands share, for `#[command(flatten)]`.

mod game;
mod limits;
mod position;
mod record_file;

pub(crate) use game::{GameAndFiles, GameArguments, GameFlags, GameWords, joined, leading, open};
pub(crate) use limits::LimitArguments;
pub(crate) use position::{PlaceArguments, PositionArguments, StartAndMoves, StartArguments};
pub(crate) use record_file::{
    RecordSource, check_game, no_record, read_one_or_last, shorten, tell_notes,
};
