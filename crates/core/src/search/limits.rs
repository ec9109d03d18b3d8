//! The limits of a search: depth, positions, moves, lines, threads.

use super::Techniques;
use crate::game::Selectivity;
use crate::game::value::Value;

/// The greatest depth of a search, in plies.
pub const MAX_DEPTH: u32 = 250;

/// The search follows no line further than this many plies below the root.
pub const MAX_PLY: usize = 300;

/// The limits of a search. Without any limit, it ends only when nothing is left to find, or when
/// [`Control`](super::Control) stops it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits<M> {
    /// The maximum depth, in plies.
    pub depth: Option<u32>,
    /// The maximum number of positions to visit.
    pub nodes: Option<u64>,
    /// The moves to choose from. None means all legal moves.
    pub moves: Option<Vec<M>>,
    /// Whether only the proven result is wanted: who wins, with one line.
    pub solve: bool,
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

impl<M> Limits<M> {
    /// Whether the search goes on until its clock or its caller ends it.
    pub(super) fn are_open(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && !self.solve
    }
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            moves: None,
            solve: false,
            known: None,
            seems_won: false,
            lines: 1,
            threads: 1,
            selectivity: Selectivity::NONE,
            techniques: Techniques::ALL,
        }
    }
}

impl<M> Limits<M> {
    /// A search to a fixed depth.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }
}
