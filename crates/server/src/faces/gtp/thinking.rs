//! What the server does for the client of this face, until it has answered.

use std::time::Instant;

use sarsen_core::game::Player;
use sarsen_engine::protocol::reply;

/// What is heard at the end: a move, or nothing if there is only something to do.
pub(super) type ThinkingResult = Result<Option<String>, String>;

/// A search, or an option that is being set.
pub(super) struct Thinking {
    /// The number of the client's command.
    pub(super) id: Option<String>,
    /// Who plays the move that is found. None if it is only told.
    pub(super) plays: Option<Player>,
    /// How many passes the face has played so that the right player is to move.
    pub(super) passes: usize,
    pub(super) began: Instant,
    /// The first error that the server has reported.
    error: Option<String>,
}

impl Thinking {
    /// It begins now.
    pub(super) fn new(plays: Option<Player>, passes: usize) -> Self {
        Self { id: None, plays, passes, began: Instant::now(), error: None }
    }

    /// The same for the command of this number.
    pub(super) fn of(mut self, id: Option<&str>) -> Self {
        self.id = id.map(str::to_owned);
        self
    }

    /// Hears a line of the server. None if that was not the end.
    pub(super) fn hear(&mut self, line: &str) -> Option<ThinkingResult> {
        if let Some(error) = reply::error_in(line) {
            self.error.get_or_insert_with(|| error.to_owned());
            return None;
        }
        let mut words = line.split(' ');
        match (words.next(), words.next()) {
            (Some("readyok"), None) => Some(self.error.take().map_or(Ok(None), Err)),
            (Some("bestmove"), Some(reply::NO_MOVE)) => {
                Some(Err(self.error.take().unwrap_or_else(|| "there is no move".to_owned())))
            }
            (Some("bestmove"), Some(m)) => Some(Ok(Some(m.to_owned()))),
            _ => None,
        }
    }
}
