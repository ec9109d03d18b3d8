//! The interface for thinking: evaluate a position, search it, count its lines of play.

use std::any::Any;
use std::time::Duration;

use super::variety::Variety;
use super::{Handicap, Play};
use sarsen_core::game::Scale;
use sarsen_core::game::value::{Score, Value};
use sarsen_core::search::{Answer, Control, Info, Limits};
use sarsen_core::transposition::Table;

/// The game's own solver gets memory in addition to the table: the bytes of the table divided by
/// this.
pub(crate) const SOLVER_PART: usize = 8;

/// The greatest number of threads that search.
pub const MOST_THREADS: usize = 512;

/// How much a search knows beyond the rules: the option `Knowledge`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Knowledge {
    /// The rules alone.
    None,
    /// What the game's [`Oracle`](sarsen_core::game::Oracle) sees at a glance.
    Tactics,
    /// The same, and what the game's own [`Solver`](sarsen_core::game::Solver) finds out. The
    /// solver does not help if the depth is limited, because the caller then wants that search. It
    /// does not help if the nodes are limited either, unless only the proven result is wanted.
    #[default]
    Full,
}

/// What a search is asked for. [`Limits`] alone become a request: `Limits::depth(8).into()`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// Where it ends by itself.
    pub limits: Limits,
    /// The moves to choose from. If empty, all moves.
    pub moves: Vec<String>,
    /// The number of lines to find. 0 counts as 1.
    pub lines: usize,
    /// The value of the position, if that is known for certain. The game's own solver then looks
    /// only for a move that keeps it.
    pub known: Option<Value>,
    /// Whether the position is thought to be won. The game's own solver then looks for a move that
    /// wins first, and only then for the best one.
    pub seems_won: bool,
    /// The selectivity, in percent of the game's own [one](sarsen_core::game::Selectivity). 0 means
    /// full width.
    pub selectivity: u32,
    /// Whether the search has full width, whatever the options say. Then it overlooks nothing.
    pub full_width: bool,
    /// The number of threads that search: at least one, and at most [`MOST_THREADS`].
    pub threads: usize,
    /// How random the choice of the best move is. None if it is not random.
    pub variety: Option<Variety>,
    /// How much worse than it could the engine plays on purpose. Then there is no variety.
    pub handicap: Option<Handicap>,
}

impl From<Limits> for Request {
    fn from(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }
}

/// A game in progress, to think about it.
pub trait Think: Play {
    /// The names of the evaluators, the default first.
    fn evaluators(&self) -> Vec<&'static str>;
    /// The name of the evaluator in use.
    fn evaluator(&self) -> &'static str;
    /// What the points of the evaluator in use mean.
    fn scale(&self) -> Scale;
    /// Uses another evaluator, and makes it ready. False if there is none of this name. Table
    /// entries that come from the old evaluator are no longer true.
    fn select_evaluator(&mut self, name: &str) -> bool;
    /// Sets what a search may know. Older table entries are no longer true.
    fn set_knowledge(&mut self, knowledge: Knowledge);

    /// What the evaluator says of the player whose [turn](super::Chance::turn) it is.
    /// None if the game is over.
    fn evaluate(&self) -> Option<Score>;
    /// Whether a search would ask the evaluator here, if this position were at its horizon. That is
    /// so if the game goes on, the oracle knows nothing for certain, and the evaluator finds the
    /// position quiet enough.
    fn is_quiet(&self) -> bool;
    /// Searches the current position; see [`search`](sarsen_core::search::search). Illegal moves in
    /// the request are ignored. If no legal one is left, all moves count. A move that was chosen at
    /// random is reported last, with rank 1. The game's own solver, if there is one, gets memory in
    /// addition: an eighth of the table's.
    fn search(
        &mut self,
        request: &Request,
        table: &Table,
        control: &Control,
        report: &mut dyn FnMut(Info<String>),
    ) -> Option<Answer<String>>;
    /// Counts the lines of play with a length of `depth` plies. None if it was stopped.
    fn perft(&self, depth: u32, control: &Control) -> Option<u64>;
    /// Makes the game's own solver, if there is one, for searches with this table.
    fn ready_solver(&mut self, table: &Table);
    /// About how long the game's own solver takes to find out who wins, this many plies later. None
    /// if it does not know, is not [ready](Self::ready_solver), or may not be asked.
    fn solving_time(&self, plies: u32) -> Option<Duration>;
    /// Forgets what the game's own solver has learnt.
    fn forget(&mut self);
    /// Takes the game's own solver out, with everything that it has learnt, so that somebody can
    /// keep or drop it. None if there is none at present.
    fn take_solver(&mut self) -> Option<Box<dyn Any + Send>>;
    /// Puts back what [`take_solver`](Self::take_solver) has taken out of this session. The solver
    /// of another game is dropped.
    fn put_solver(&mut self, solver: Box<dyn Any + Send>);
}
