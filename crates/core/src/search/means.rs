//! What a search works with: evaluator, oracle, solver, table.

use crate::game::{Evaluator, Oracle, Position, Solver};
use crate::transposition::Table;

/// What a search works with.
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

// A derived implementation would require that the position is `Copy` or `Clone`, too.
impl<P: Position> Copy for Means<'_, P> {}

impl<P: Position> Clone for Means<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}
