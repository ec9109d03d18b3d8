//! What may be wrong with a proof.

use super::journal::JournalError;
use sarsen_core::game::TextError;

/// What is wrong with a proof, or why it cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum Flaw {
    /// Its position cannot be read.
    #[error("its position: {0}")]
    Position(#[from] TextError),
    /// There are no proofs about games of chance.
    #[error("there are no proofs about games of chance")]
    Chance,
    /// The game has no solver, which would say what is hard to find.
    #[error("the game has no solver of its own")]
    NoSolver,
    /// A move is missing or not legal.
    #[error("it has no legal move for '{0}'")]
    NoMove(String),
    /// It has more moves than it needs.
    #[error("it has {0} moves too many")]
    MoreMoves(usize),
    /// It leads to a finished game for which the claim does not hold.
    #[error("the game does not end as it claims in '{0}'")]
    Ends(String),
    /// It leads to a position for which the claim does not hold.
    #[error("what it claims is wrong in '{0}'")]
    Wrong(String),
    /// It leads to a position from which the game goes on for too long.
    #[error("the game goes on for too long from '{0}'")]
    TooLong(String),
    /// It proves only that the first player does not win, in a game that may be drawn.
    #[error("it does not prove that anybody wins")]
    NoWinner,
    /// There is not enough memory.
    #[error("there is not enough memory")]
    Memory,
    /// The journal of the check cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}
