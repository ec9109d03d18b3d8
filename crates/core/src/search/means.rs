//! What a search works with: evaluator, oracle, solver, table.

use crate::game::{Evaluator, Oracle, Position, Solver};
use crate::transposition::Table;

/// What a search works with. [`new`](Self::new) has what every search needs.
#[non_exhaustive]
pub struct Means<'a, P: Position> {
    /// Estimates the value of unfinished positions.
    pub evaluator: &'a dyn Evaluator<P>,
    /// Certain knowledge, if there is any.
    pub oracle: Option<&'a dyn Oracle<P>>,
    /// The game's own exact search, if it may take turns with this one.
    pub solver: Option<&'a dyn Solver<P>>,
    /// What earlier searches have learnt. They must have used the same evaluator and oracle.
    pub table: &'a Table,
}

impl<'a, P: Position> Means<'a, P> {
    /// An evaluator and a table, without certain knowledge.
    #[must_use]
    pub const fn new(evaluator: &'a dyn Evaluator<P>, table: &'a Table) -> Self {
        Self { evaluator, oracle: None, solver: None, table }
    }

    /// The same with an oracle, if there is one.
    #[must_use]
    pub const fn with_oracle(self, oracle: Option<&'a dyn Oracle<P>>) -> Self {
        Self { oracle, ..self }
    }

    /// The same with a solver, if there is one.
    #[must_use]
    pub const fn with_solver(self, solver: Option<&'a dyn Solver<P>>) -> Self {
        Self { solver, ..self }
    }
}

// A derived implementation would require that the position is `Copy` or `Clone`, too.
impl<P: Position> Copy for Means<'_, P> {}

impl<P: Position> Clone for Means<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}
