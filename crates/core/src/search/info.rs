//! What a search reports while it runs and at its end.

use std::time::Duration;

use crate::game::Bound;
use crate::game::value::Score;

/// One line of a report: a move, what it is worth, and how play would go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info<M> {
    /// The depth of the iteration, in plies. 0 for a glance without any search.
    pub depth: u32,
    /// The length of the longest line followed, in plies.
    pub seldepth: u32,
    /// The rank of this line among those reported, from 1.
    pub rank: usize,
    /// Its score for the player to act at the root.
    pub score: Score,
    /// Whether the score is exact (as far as the search has seen) or only a bound. The result may
    /// be better than a lower bound, and worse than an upper bound.
    pub bound: Bound,
    /// By how much the player to act wins or loses, if the game has
    /// [margins](crate::game::Position::MOST_MARGIN) and no deeper search can change it.
    pub margin: Option<u32>,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The principal variation: legal to its end. It is empty only where chance acts.
    pub variation: Vec<M>,
}

/// Where a score comes from, or a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Source {
    /// A book knows it. No search has looked for it.
    Book,
    /// Endgame tables know it.
    Tables,
    /// The game's own solver has proven it.
    Solver,
    /// A search has found it, and perhaps proven.
    Search,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<M> {
    /// The best line found, as reported last.
    pub best: Info<M>,
    /// Where the score of the best line comes from. The move may have another source: see
    /// [`lines`](Self::lines).
    pub source: Source,
    /// Whether no deeper search can change its score.
    pub exact: bool,
    /// All wanted lines. The first is equal to `best`, unless a [book](Source::Book) knows a better
    /// score than the search that has found the move. The others are as the last complete iteration
    /// left them.
    pub lines: Vec<Info<M>>,
}

impl<M> Answer<M> {
    /// The best move. None where chance acts.
    #[must_use]
    pub fn best_move(&self) -> Option<&M> {
        self.best.variation.first()
    }
}

impl<M: Clone> Answer<M> {
    /// The answer of these lines, the best of them first. There is at least one.
    #[must_use]
    pub fn of(source: Source, exact: bool, lines: Vec<Info<M>>) -> Self {
        Self { best: lines[0].clone(), source, exact, lines }
    }
}
