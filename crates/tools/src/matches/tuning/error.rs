//! Why weights cannot be fitted.

use crate::matches::contest::OpeningsError;
use crate::matches::record::ReplayError;
use sarsen_core::game::WeightsError;
use sarsen_core::transposition::TableError;
use sarsen_engine::learned::NoLearning;
use sarsen_engine::session::{OpenError, PositionError, UndoError};

/// Why weights cannot be fitted.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// There is no such game.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The weights do not belong to the game.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// There is not enough memory to play.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Games cannot begin like this.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// A position cannot be set up.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A record is wrong.
    #[error(transparent)]
    Record(#[from] ReplayError),
    /// A record is of another game.
    #[error("this is a game of {found}, not of {wanted}")]
    OtherGame {
        /// Its game.
        found: String,
        /// The game that is meant.
        wanted: String,
    },
    /// A move cannot be taken back.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// Nothing can be learnt about the game.
    #[error(transparent)]
    NoLearning(#[from] NoLearning),
    /// Nothing can decide positions.
    #[error("the game has no solver of its own")]
    NoSolver,
    /// A search has found no move.
    #[error("the engine has no move")]
    NoMove,
    /// Chance acts in the game.
    #[error("this is not for games of chance")]
    Chance,
    /// There are too few positions.
    #[error(
        "{0} positions are too few to learn from: there have to be {1}; more games (or more that are \
         solved) give more of them"
    )]
    TooFew(usize, usize),
    /// One player won none of the positions.
    #[error(
        "of {positions} positions to learn from, the first player won {} and the second {}: both \
         have to win some; more games give more of them", won[0], won[1]
    )]
    OneSided {
        /// The positions that are fitted.
        positions: usize,
        /// How many of them the first and the second player won.
        won: [usize; 2],
    },
    /// A name among the weights to keep is unknown.
    #[error("there is no weight '{name}' to keep, only {known}")]
    Keep {
        /// The name.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// There is no such evaluator.
    #[error("there is no evaluator '{name}', only {known}")]
    Evaluator {
        /// The name.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// It was interrupted.
    #[error("interrupted")]
    Interrupted,
}
