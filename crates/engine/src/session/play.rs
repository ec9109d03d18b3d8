//! To play a game: set up positions, make and take back moves.

use super::Ask;
use sarsen_core::game::{MoveError, TextError};

/// The limit of forced passes that may be left out before a move: one of each player.
pub const MOST_LEFT_OUT: usize = 2;

/// A position that could not be set up or reached. The session stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The position text cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// One of the moves cannot be played.
    #[error("move {number}: {error}")]
    Move {
        /// Its number in the list, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

/// A number of moves. One that is too large to be counted is no number that anybody has written.
fn in_words(count: usize) -> String {
    if count == usize::MAX { "so many".to_owned() } else { count.to_string() }
}

/// More moves to take back than there are.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot take back {}: moves since the start or 'fen': {played}", in_words(*.asked))]
pub struct UndoError {
    /// How many moves were to be taken back.
    pub asked: usize,
    /// How many moves there are.
    pub played: usize,
}

/// A game in progress, to play it.
pub trait Play: Ask {
    /// Uses a notation from now on. `None` means the game's own. False if there is no notation of
    /// this name; the session then uses the game's own.
    fn use_notation(&mut self, name: Option<&str>) -> bool;
    /// Goes back to the start position.
    fn restart(&mut self);
    /// Sets up the position of a text, or the start position if there is none, and plays moves from
    /// there. The moves are separated by blanks. A pass that is the only legal move may be left
    /// out. They may go on after a draw that somebody would have had to claim. If anything fails,
    /// nothing changes.
    ///
    /// # Errors
    ///
    /// If the text cannot be read, or a move cannot be played.
    fn set_position(&mut self, text: Option<&str>, moves: &str) -> Result<(), PositionError>;
    /// Plays moves from the current position: all or none. Passes may be left out as in
    /// [`set_position`](Self::set_position).
    ///
    /// # Errors
    ///
    /// If one of them cannot be played.
    fn play(&mut self, moves: &str) -> Result<(), PositionError>;
    /// As [`play`](Self::play), but the moves may go on after a draw that somebody would have had
    /// to claim.
    ///
    /// # Errors
    ///
    /// If one of them cannot be played.
    fn play_on(&mut self, moves: &str) -> Result<(), PositionError>;
    /// Takes back the last `count` moves.
    ///
    /// # Errors
    ///
    /// If fewer moves were played since the position was set up.
    fn undo(&mut self, count: usize) -> Result<(), UndoError>;
}
