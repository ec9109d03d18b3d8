//! The setups of a game: other start positions, and other boards.

use std::sync::{Arc, OnceLock};

use super::boards::BoardMark;
use super::facts::LoadError;
use super::shared::GameFacts;

/// All setups of a game.
pub(super) struct GameSetups {
    /// The game on its own board, with the start positions that the author names.
    pub(super) usual: Arc<GameFacts>,
    file: String,
    text: String,
    boards: Vec<NamedBoard>,
}

/// Another board.
struct NamedBoard {
    mark: BoardMark,
    /// The game on this board. It is read when it is first needed.
    facts: OnceLock<Result<Arc<GameFacts>, LoadError>>,
}

/// Where a game starts.
#[derive(Clone, Copy)]
pub(super) enum GameStart {
    /// As the rules say.
    Usual,
    /// From another position.
    Position(usize),
    /// On another board.
    Board(usize),
}

impl GameSetups {
    /// The setups of a game that was read from this text.
    pub(super) fn new(usual: Arc<GameFacts>, file: &str, text: &str) -> Self {
        let board = |mark: &BoardMark| NamedBoard { mark: mark.clone(), facts: OnceLock::new() };
        let boards: Vec<NamedBoard> = usual.marks.boards.iter().map(board).collect();
        // The text is there for the other boards alone.
        let text = if boards.is_empty() { String::new() } else { text.to_owned() };
        Self { usual, file: file.to_owned(), text, boards }
    }

    /// The names: start positions, then boards.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let positions = self.usual.setups.iter().map(|(name, _)| &**name);
        positions.chain(self.boards.iter().map(|board| &*board.mark.name))
    }

    /// The setup with this name. An empty name is the usual one.
    pub(super) fn find(&self, name: &str) -> Option<GameStart> {
        if name.is_empty() {
            return Some(GameStart::Usual);
        }
        let at = self.names().position(|known| known == name)?;
        let positions = self.usual.setups.len();
        Some(at.checked_sub(positions).map_or(GameStart::Position(at), GameStart::Board))
    }

    /// The name of a setup.
    pub(super) fn name(&self, start: GameStart) -> &str {
        match start {
            GameStart::Usual => "",
            GameStart::Position(at) => &self.usual.setups[at].0,
            GameStart::Board(at) => &self.boards[at].mark.name,
        }
    }

    /// What all positions of a setup share.
    ///
    /// # Errors
    ///
    /// If its board cannot be read, or the game cannot be played there.
    pub(super) fn facts(&self, start: GameStart) -> Result<&Arc<GameFacts>, &LoadError> {
        let GameStart::Board(at) = start else { return Ok(&self.usual) };
        let NamedBoard { mark, facts } = &self.boards[at];
        let read = || {
            let Self { usual, file, text, .. } = self;
            GameFacts::read(&usual.name, file, text, Some(mark)).map(Arc::new)
        };
        facts.get_or_init(read).as_ref()
    }

    /// The game on each of the other boards that can be read.
    pub(super) fn boards(&self) -> impl Iterator<Item = &GameFacts> {
        let boards = (0..self.boards.len()).map(GameStart::Board);
        boards.filter_map(|board| self.facts(board).ok().map(|facts| &**facts))
    }
}
