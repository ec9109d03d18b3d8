//! The search: alpha-beta for any [`Position`], with any [`Evaluator`].
//!
//! It deepens iteratively with principal variation search (null windows for all but the first move:
//! A. Reinefeld, "An improvement to the Scout tree-search algorithm", 1983), remembers positions in
//! a [`Table`] (those just above the horizon in a small one of its own), tries moves in the order
//! of table move, killers, history and the evaluator's hints, and looks first whether one of them
//! leads to a position that is known to be good enough. Where chance acts it takes the expectation
//! (D. Michie, "Game-playing and game-learning automata", 1966).
//!
//! The search knows no game. Unless a [`Selectivity`] lets it look at late moves less deeply it is
//! full width: at a given depth its value is that of plain minimax, whatever is in the table. It
//! tells proof from opinion: a value that no deeper search can change is reported as such and ends
//! the search. Several threads share the table and the work ([`Limits::threads`]);
//! [`Limits::solve`] asks for the proof of the result and nothing else.
//!
//! In the source, `deepen` is the root, `node` the recursion and `chance` its part for dice;
//! `ordering`, `child_probes`, `reductions` and `variation` serve them, and all of them are one
//! `worker`. `verify` makes sure of the wins of a selective search, `solve` is the root of a proof,
//! `solver_turns` lets a game's own [`Solver`] have its turns, `team` is what several threads
//! share. [`Techniques`] can be switched off one by one, for tests and measurements.

mod chance;
mod child_probes;
mod control;
mod deepen;
mod info;
mod node;
mod ordering;
mod reductions;
mod solve;
mod solver_turns;
mod team;
mod techniques;
pub mod time;
mod variation;
mod verify;
mod worker;

pub use control::Control;
pub use deepen::search;
pub use info::{Answer, Info};
pub use techniques::Techniques;

use crate::game::{Evaluator, Oracle, Position, Selectivity, Solver};
use crate::transposition::Table;

/// The greatest depth a search is asked for, in plies.
pub const MAX_DEPTH: u32 = 250;

/// No line is followed further than this many plies below the root.
pub const MAX_PLY: usize = 300;

/// What a search works with.
pub struct Means<'a, P: Position> {
    /// The judge of unfinished positions.
    pub evaluator: &'a dyn Evaluator<P>,
    /// Certain knowledge, if there is any.
    pub oracle: Option<&'a dyn Oracle<P>>,
    /// The game's own exact search, if it is to have its turns.
    pub solver: Option<&'a dyn Solver<P>>,
    /// What was learnt before; it must come from the same evaluator and oracle.
    pub table: &'a Table,
}

// Derived, these would ask the same of the position.
impl<P: Position> Copy for Means<'_, P> {}

impl<P: Position> Clone for Means<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

/// What bounds a search; without any bound it ends only when nothing is left to find, or when
/// [`Control`] stops it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits<M> {
    /// Plies to look ahead at most.
    pub depth: Option<u32>,
    /// Positions to visit at most.
    pub nodes: Option<u64>,
    /// The moves to choose from; none: all legal ones.
    pub moves: Option<Vec<M>>,
    /// Whether nothing but the result is wanted, for certain: who wins, with one line.
    pub solve: bool,
    /// For how many of the best moves the exact value and a line is wanted, at least 1.
    pub lines: usize,
    /// How many threads search, at least 1. With one the same search always visits the same
    /// positions.
    pub threads: usize,
    /// Which moves are searched less deeply than others; nothing is proven but by looking at all of
    /// them.
    pub selectivity: Selectivity,
    /// How it is done.
    pub techniques: Techniques,
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            moves: None,
            solve: false,
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
