//! To think about a position: evaluate it, search it, count its lines of play.

use super::Play;
use super::variety::Variety;
use crate::game::value::Value;
use crate::game::{Weights, WeightsError};
use crate::search::{Answer, Control, Info};
use crate::transposition::Table;

/// How much a search knows beyond the rules: the option `Knowledge`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Knowledge {
    /// The rules alone.
    None,
    /// What the game's [`Oracle`](crate::game::Oracle) sees at a glance.
    Tactics,
    /// The same, and what the game's own [`Solver`](crate::game::Solver) finds out. The solver
    /// helps if neither depth nor nodes limit the search, or if only the proof is wanted: a caller
    /// who says how deep to search wants that search.
    #[default]
    Full,
}

/// What a search is asked for. [`Control`] limits its time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// The most plies to look ahead.
    pub depth: Option<u32>,
    /// The most positions to visit.
    pub nodes: Option<u64>,
    /// The moves to choose from; empty: all.
    pub moves: Vec<String>,
    /// How many lines are wanted; 0 counts as 1.
    pub lines: usize,
    /// Whether only the proven result is wanted.
    pub solve: bool,
    /// Percent of the game's own [selectivity](crate::game::Selectivity); 0: full width.
    pub selectivity: u32,
    /// Whether the search is of full width, whatever the options say: it overlooks nothing.
    pub full_width: bool,
    /// How many threads search; 0 counts as 1.
    pub threads: usize,
    /// Whether, and how far, the choice of the best move is random.
    pub variety: Option<Variety>,
}

/// A game in progress, to think about it.
pub trait Think: Play {
    /// The names of the evaluators, the default first.
    fn evaluators(&self) -> Vec<&'static str>;
    /// The name of the evaluator in use.
    fn evaluator(&self) -> &'static str;
    /// How many points of the evaluator in use multiply the odds of winning by e (2.7).
    fn scale(&self) -> Value;
    /// Uses another evaluator. False if there is none of this name. Entries of a table that come
    /// from the former evaluator are no longer true.
    fn select_evaluator(&mut self, name: &str) -> bool;
    /// The weights that the default evaluator comes with, if others can be set.
    fn weights(&self) -> Option<Weights>;
    /// Gives the default evaluator other weights; `None` gives it its own again. Older entries of a
    /// table are no longer true.
    ///
    /// # Errors
    ///
    /// If they are not weights of this evaluator. The former weights stay.
    fn set_weights(&mut self, weights: Option<&Weights>) -> Result<(), WeightsError>;
    /// Sets what a search may know. Older entries of a table are no longer true.
    fn set_knowledge(&mut self, knowledge: Knowledge);

    /// What the evaluator says for the side to move (for the first player if chance is to act).
    /// None if the game is over. In a game of chance it is in thousandths of a win, like the scores
    /// of a search.
    fn evaluate(&self) -> Option<Value>;
    /// Whether the search would ask the evaluator in this position, at its horizon: the game goes
    /// on, a player acts, the oracle knows nothing for certain, and the evaluator finds the
    /// position quiet enough.
    fn is_quiet(&self) -> bool;
    /// Searches the current position; see [`search`](crate::search::search). Illegal moves in the
    /// request are left out; if none is left, all moves count. A move that was chosen at random is
    /// reported last, with rank 1. The game's own solver, if there is one, gets memory in addition:
    /// an eighth of the table's.
    fn search(
        &mut self,
        request: &Request,
        table: &Table,
        control: &Control,
        report: &mut dyn FnMut(Info<String>),
    ) -> Option<Answer<String>>;
    /// Counts the lines of play of a given length. None if it was stopped.
    fn perft(&self, depth: u32, control: &Control) -> Option<u64>;
    /// Forgets what the game's own solver has learnt.
    fn forget(&mut self);
}
