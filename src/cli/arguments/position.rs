//! The position that a subcommand is about.

use clap::Args;

use super::game::{GameArguments, open};
use super::record_file::{RecordFileError, check_game, read_one, shorten, tell_notes};
use crate::cli::file_error::{FileError, InFile};
use sarsen_core::sys::stderr::complain;
use sarsen_engine::session::{OpenError, PositionError, Registry, Session, SplitError, UndoError};
use sarsen_tools::matches::record::{PassesPutIn, PdnError, ReplayError};

/// Why there is no such position.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlaceError {
    /// There is no such game or setup.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no such record.
    #[error(transparent)]
    Record(#[from] RecordFileError),
    /// The record is of a game that is not here.
    #[error(transparent)]
    Pdn(#[from] FileError<PdnError>),
    /// The record cannot be played through.
    #[error(transparent)]
    Replay(#[from] FileError<ReplayError>),
    /// The record is of another game, or too short.
    #[error(transparent)]
    Unfit(#[from] FileError<RecordFileError>),
    /// The text of the position cannot be read, or a move cannot be played.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The moves are no list of moves.
    #[error(transparent)]
    Moves(#[from] SplitError),
    /// The moves cannot be taken back.
    #[error(transparent)]
    Undo(#[from] UndoError),
}

told!(PlaceError);

/// A position of a game.
#[derive(Args)]
pub(crate) struct PositionArguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    place: PlaceArguments,
}

/// A position. Other arguments name its game.
#[derive(Args)]
pub(crate) struct PlaceArguments {
    #[command(flatten)]
    start: StartArguments,
    /// A game record: a file ('-' is standard input) and the number of a record in it (the first by
    /// default)
    #[arg(long, value_name = "FILE[:N]", allow_hyphen_values = true, conflicts_with = "position")]
    record: Option<String>,
    /// Use only the first plies of the record
    #[arg(long, value_name = "PLIES", requires = "record")]
    ply: Option<usize>,
}

/// A start position, and moves from there.
#[derive(Args)]
pub(crate) struct StartArguments {
    /// The text of a position to start from
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play from there: '4 4 3', '4,4,3' or, in Connect Four with up to nine columns,
    /// '443'
    #[arg(long, default_value = "", hide_default_value = true)]
    pub(crate) moves: String,
}

/// A session at a start position, and the moves that lead to a position from there, as the game
/// writes them. They are legal.
pub(crate) struct StartAndMoves {
    pub(crate) session: Box<dyn Session>,
    pub(crate) moves: Vec<String>,
}

impl PositionArguments {
    /// A session at the position.
    pub(crate) fn open(&self, registry: &Registry) -> Result<Box<dyn Session>, PlaceError> {
        self.place.open(&self.game.title(registry), registry)
    }

    /// The start position, and the moves from there.
    pub(crate) fn start_and_moves(&self, registry: &Registry) -> Result<StartAndMoves, PlaceError> {
        self.place.start_and_moves(&self.game.title(registry), registry)
    }
}

impl PlaceArguments {
    /// A session at this position of a game. `game` may be empty.
    pub(crate) fn open(
        &self,
        game: &str,
        registry: &Registry,
    ) -> Result<Box<dyn Session>, PlaceError> {
        let StartAndMoves { mut session, moves } = self.start_and_moves(game, registry)?;
        session.play_on(&moves.join(" "))?;
        Ok(session)
    }

    fn start_and_moves(
        &self,
        game: &str,
        registry: &Registry,
    ) -> Result<StartAndMoves, PlaceError> {
        let StartArguments { position, moves: more } = &self.start;
        let (mut session, from, mut moves) = match &self.record {
            None => (open(game, registry)?, position.clone(), Vec::new()),
            Some(file) => {
                let record = read_one(file)?.or_of_game(game, registry).in_file(file)?;
                let (record, put_in) = record.with_passes(registry);
                tell_notes(file, &record);
                put_in.iter().for_each(complain);
                let record = shorten(record, self.ply).in_file(file)?;
                let session = record.replay(registry).in_file(file)?;
                check_game(&*session, game).in_file(file)?;
                let from = record.position().map(str::to_owned);
                (session, from, record.plies.into_iter().map(|ply| ply.text).collect())
            }
        };
        session.set_position(from.as_deref(), "")?;
        moves.extend(session.split_moves(more)?);
        session.play_on(&moves.join(" "))?;
        PassesPutIn::of(&*session).iter().for_each(complain);
        let moves = session.played();
        session.undo(moves.len())?;
        Ok(StartAndMoves { session, moves })
    }
}
