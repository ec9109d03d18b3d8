//! Who finds the moves of an engine at a table.

use std::pin::Pin;

use super::one_table::facts::EngineLimit;

/// The position for which a move is wanted, and how long the search may take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quest {
    /// The name of the game.
    pub game: String,
    /// Its setup.
    pub setup: String,
    /// The moves that were played.
    pub moves: Vec<String>,
    /// The limit that the players have set.
    pub limit: EngineLimit,
    /// The most milliseconds that the search may take, because of a clock.
    pub most: Option<u64>,
}

/// A move, or why there is none. Whoever drops it does not want the move any more.
pub type Found = Pin<Box<dyn Future<Output = Result<String, String>> + Send>>;

/// Finds moves for engines at tables.
pub trait MoveFinder: Send + Sync {
    /// Begins to look for a move.
    fn find(&self, quest: Quest) -> Found;
}
