//! The root of a search: its moves, what is known of each, and the answer so far.

mod chance;
mod deepen;
mod line;
mod pass;
mod report;
mod room;
mod solve;
mod solver_time;
mod solver_turns;
mod verify;

pub(super) use chance::expect;
pub(super) use room::most_nodes;
pub(super) use solver_turns::is_worth_solving;

use super::SearchTask;
use super::info::Answer;
use super::worker::Worker;
use crate::game::value::{INFINITE, Value};
use crate::game::{Player, Position};
use solver_time::SolverTime;

/// A move at the root and what is known of it.
#[derive(Clone)]
struct RootMove<M> {
    m: M,
    /// Its value in the last search that gave it a line of its own. `-INFINITE` if no search of the
    /// present iteration has done so.
    value: Value,
    /// Whether no deeper search can change `value`.
    exact: bool,
    /// Whether it is a win or loss whose distance is certain although it is not `exact`.
    verified: bool,
    variation: Vec<M>,
}

impl<M: Copy> RootMove<M> {
    /// A move with its value. The line has only this move.
    fn new(m: M, value: Value) -> Self {
        Self { m, value, exact: false, verified: false, variation: vec![m] }
    }
}

/// One thread's search at the root.
pub(super) struct Root<'a, P: Position> {
    pub(super) worker: Worker<'a, P>,
    me: Player,
    moves: Vec<RootMove<P::Move>>,
    lines: usize,
    threads: usize,
    /// Whether neither a depth nor a number of positions ends the search.
    is_open: bool,
    /// Whether a depth ends the search.
    ends_by_depth: bool,
    /// The value of the position, if that is known for certain.
    known: Option<Value>,
    /// Whether it is thought to be won.
    seems_won: bool,
    pub(super) answer: Option<Answer<P::Move>>,
    /// How much the best move has changed lately, in thousandths of a change.
    instability: u64,
    /// Whether another thread leads.
    pub(super) helps: bool,
    solver_time: SolverTime,
}

impl<'a, P: Position> Root<'a, P> {
    /// The root with its moves in the order in which they are tried first. None if the task allows
    /// no legal move.
    pub(super) fn new(
        mut worker: Worker<'a, P>,
        me: Player,
        task: &SearchTask<P::Move>,
    ) -> Option<Self> {
        let key = worker.key();
        let entry = worker.means.table.probe(key.key);
        let table_code = entry.and_then(|entry| worker.code_from(entry.code, key.symmetry));
        let mut legal = Vec::new();
        let position = &worker.position;
        position.moves(&mut legal);
        let ranks =
            worker.ordering.open(worker.means.evaluator, position, &legal, me, 0, table_code);
        let ordered: Vec<P::Move> =
            (0..legal.len()).map(|n| legal[worker.ordering.pick(ranks, n)]).collect();
        worker.ordering.close(ranks);
        let moves: Vec<_> = ordered
            .into_iter()
            .filter(|m| task.moves.as_ref().is_none_or(|wanted| wanted.contains(m)))
            .map(|m| RootMove::new(m, -INFINITE))
            .collect();
        if moves.is_empty() {
            return None;
        }
        let lines = task.lines.clamp(1, moves.len());
        let threads = task.threads;
        Some(Self {
            worker,
            me,
            moves,
            lines,
            threads,
            is_open: task.limits.is_timed(),
            ends_by_depth: task.limits.depth.is_some(),
            known: task.known,
            seems_won: task.seems_won,
            answer: None,
            instability: 0,
            helps: false,
            solver_time: SolverTime::default(),
        })
    }
}
