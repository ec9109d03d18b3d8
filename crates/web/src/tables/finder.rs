//! Who finds the moves of an engine at a table.

use std::net::IpAddr;
use std::pin::Pin;

use super::one_table::facts::EngineLimit;

/// The position for which a move is wanted, and how long the search may take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MoveRequest {
    /// Who wants it.
    pub(crate) peer: IpAddr,
    /// The name of the game.
    pub(crate) game: String,
    /// Its setup.
    pub(crate) setup: String,
    /// The moves that were played.
    pub(crate) moves: Vec<String>,
    /// The limit that the players have set.
    pub(crate) limit: EngineLimit,
    /// The most milliseconds that the search may take, because of a clock.
    pub(crate) most: Option<u64>,
}

/// A move, or why there is none. Whoever drops it does not want the move any more.
pub(crate) type MoveFuture = Pin<Box<dyn Future<Output = Result<String, String>> + Send>>;

/// Finds moves for engines at tables.
pub(crate) trait MoveFinder: Send + Sync {
    /// Begins to look for a move.
    fn find(&self, request: MoveRequest) -> MoveFuture;
}
