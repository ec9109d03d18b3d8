//! The interface for solving a position: the game's own solver, and long proofs with its help.

use crate::proofs::{ProofRequest, ProofUpdate, ProveError, Proven};
use sarsen_core::game::{Effort, Expected, Finding, NotExpected};

/// Why there is no solver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSolver {
    /// The game has none.
    #[error("{0} has no solver of its own")]
    Game(String),
    /// There is not enough memory for this number of bytes.
    #[error("there is no memory of {} MiB", .0 >> 20)]
    Memory(usize),
}

/// The game's own solver, at the current position of a session.
pub trait Solve {
    /// Finds out what it can about the position. None if the game is over or chance is to act.
    fn solve(&self, effort: &Effort<'_>) -> Option<Finding<String>>;
    /// The expectation of the position in a game of chance, for the player whose
    /// [turn](super::Chance::turn) it is.
    ///
    /// # Errors
    ///
    /// Why it was not found.
    fn expect(&self, effort: &Effort<'_>) -> Result<Expected<String>, NotExpected>;
    /// Whether it finds out whether the first player wins, and nothing else.
    fn tells_only_winner(&self) -> bool;
    /// Whether it finds out only who wins, and would take long to do so here. Then a
    /// [long proof](Self::prove) tells as much.
    fn is_long(&self) -> bool;
    /// Finds out by a long [proof](crate::proofs) whether the first player wins the position.
    ///
    /// # Errors
    ///
    /// If nobody is to move, a known proof is wrong, or the journal cannot be used.
    fn prove(
        &self,
        order: &ProofRequest<'_>,
        tell: &mut dyn FnMut(ProofUpdate),
    ) -> Result<Proven, ProveError>;
}
