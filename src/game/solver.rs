//! A game's own exact search, where it has one.

use std::time::Duration;

use super::Position;
use crate::game::value::{INFINITE, Value};

/// A game's own exact search: it knows who wins, and perhaps how soon, long before a general search
/// does.
///
/// The engine's search lets it have its turns wherever time alone limits a search, or the proof is
/// all that is wanted, unless the option `Knowledge` says otherwise. It remembers what it has
/// learnt, whoever asks.
pub trait Solver<P: Position>: Send + Sync {
    /// About how long a position like this takes on one core; the order of magnitude is enough.
    /// Nobody begins what would take much longer than there is time.
    fn estimate(&self, position: &P) -> Duration;

    /// Finds out what can be found within these limits about an unfinished position in which a
    /// player acts.
    fn solve(&self, position: &P, effort: &Effort<'_>) -> Finding<P::Move>;

    /// Whether it tells how soon a win comes, and draws apart; if not, it only tells who wins.
    fn tells_how_soon(&self) -> bool {
        true
    }

    /// Forgets what it has learnt.
    fn forget(&mut self);
}

/// What a solver may spend.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Positions to visit at most (with several threads a few more).
    pub nodes: u64,
    /// How many threads may work at it, at least 1. With one, a solver that has been made to forget
    /// visits the same positions each time.
    pub threads: usize,
    /// Asked every now and then, with the number of positions visited: whether it must end now.
    pub must_end: &'a (dyn Fn(u64) -> bool + Sync),
}

impl Effort<'_> {
    /// No limits, one thread.
    pub const UNLIMITED: Effort<'static> =
        Effort { nodes: u64::MAX, threads: 1, must_end: &|_| false };
}

/// What a solver has found out about a position, for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding<M> {
    /// The value is no less than this, for the player who acts; it need not say how soon a win
    /// comes.
    pub least: Value,
    /// Nor is it more than this.
    pub most: Value,
    /// A move that keeps `least`, if one is known.
    pub keeps: Option<M>,
    /// Positions visited.
    pub nodes: u64,
}

impl<M> Finding<M> {
    /// Nothing, after so many positions.
    #[must_use]
    pub const fn nothing(nodes: u64) -> Self {
        Self { least: -INFINITE, most: INFINITE, keeps: None, nodes }
    }

    /// The value, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        (self.least == self.most).then_some(self.least)
    }
}
