//! The task of a search: its limits, and how it goes about them.

use super::{Limits, Techniques};
use crate::game::Selectivity;
use crate::game::value::Value;

/// What a search has to do. [`Limits`] alone become a task: `Limits::depth(8).into()`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchTask<M> {
    /// Where it ends by itself.
    pub limits: Limits,
    /// The moves to choose from. None means all legal moves.
    pub moves: Option<Vec<M>>,
    /// The value of the position, if that is known for certain. The game's own solver then looks
    /// only for a move that keeps it.
    pub known: Option<Value>,
    /// Whether the position is thought to be won. The game's own solver then looks for a move that
    /// wins first, and only then for the best one.
    pub seems_won: bool,
    /// The number of best moves that need an exact value and a line, at least 1.
    pub lines: usize,
    /// The number of threads that search, at least 1. With one thread, the same search always
    /// visits the same positions.
    pub threads: usize,
    /// Which moves are searched less deeply than others. A proof still looks at all of them.
    pub selectivity: Selectivity,
    /// The techniques of the search that are on.
    pub techniques: Techniques,
}

impl<M> Default for SearchTask<M> {
    fn default() -> Self {
        Self {
            limits: Limits::NONE,
            moves: None,
            known: None,
            seems_won: false,
            lines: 1,
            threads: 1,
            selectivity: Selectivity::NONE,
            techniques: Techniques::ALL,
        }
    }
}

impl<M> From<Limits> for SearchTask<M> {
    fn from(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }
}
