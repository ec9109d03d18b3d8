//! Why there is no report.

use crate::journal::WorkJournalError;
use sarsen_core::transposition::TableError;
use sarsen_engine::session::{OpenError, PositionError};

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// There is no such game.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The game has no such evaluator.
    #[error("there is no evaluator '{name}'; there are {known}")]
    Evaluator {
        /// Its name.
        name: String,
        /// Those of the game.
        known: String,
    },
    /// There is no memory for a table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A move that was chosen cannot be played.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The journal cannot be used.
    #[error("{path}: {error}")]
    Journal {
        /// Its file.
        path: String,
        /// What is wrong.
        error: WorkJournalError,
    },
    /// A game that was just played cannot be played again.
    #[error("game {number}: {problem}")]
    Game {
        /// Its number, from 1.
        number: usize,
        /// What is wrong.
        problem: String,
    },
    /// There is nothing to report on.
    #[error("a report needs at least one game")]
    NoGames,
    /// Nothing limits the thought.
    #[error("nothing limits the thought about a move")]
    NoLimit,
    /// Somebody has stopped it.
    #[error("interrupted")]
    Interrupted,
}
