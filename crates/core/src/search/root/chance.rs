//! The root where chance acts: there is no move to choose, but there is an expectation to tell.

use std::time::Instant;

use super::solver_turns::SOLVER_SHARE;
use crate::game::value::{INFINITE, Score, Value};
use crate::game::{Bound, Effort, Position};
use crate::search::info::{Answer, Info, Source};
use crate::search::worker::{NodeArgs, Worker};

/// Deepens iteratively until the expectation is certain, or the limits end the search. What it
/// finds is for the player whose turn it is, and its lines are empty.
///
/// The table then knows something of every outcome, so that the search after the roll is quick.
///
/// If there is a solver, it is asked after the first iteration.
pub(crate) fn expect<P: Position>(
    mut worker: Worker<'_, P>,
    max_depth: u32,
    report: &mut dyn FnMut(&Info<P::Move>),
) -> Answer<P::Move> {
    let me = worker.position.actor().turn();
    let mut answer = None;
    for depth in 1..=max_depth {
        let leaves = worker.heuristic_leaves;
        let args = NodeArgs {
            me,
            alpha: -INFINITE,
            beta: INFINITE,
            depth: depth as i32,
            ply: 0,
            keeps_line: false,
        };
        let value = worker.child(args, None);
        if worker.stopped {
            break;
        }
        let exact = worker.heuristic_leaves == leaves;
        let found = answer_of(&worker, depth, value, exact);
        report(&found.best);
        answer = Some(found);
        if exact {
            break;
        }
        if depth == 1
            && let Some(value) = solved(&worker)
        {
            let found = answer_of(&worker, worker.position.plies_left(), value, true);
            report(&found.best);
            return Answer { source: Source::Solver, ..found };
        }
    }
    answer.unwrap_or_else(|| {
        // There was no time for even one iteration.
        let value = worker.evaluate(me);
        let glance = answer_of(&worker, 0, value, false);
        report(&glance.best);
        glance
    })
}

/// The answer with this value.
fn answer_of<P: Position>(
    worker: &Worker<'_, P>,
    depth: u32,
    value: Value,
    exact: bool,
) -> Answer<P::Move> {
    let best = Info {
        depth,
        seldepth: worker.deepest as u32,
        rank: 1,
        score: Score::of_chance(value, exact),
        bound: Bound::Exact,
        margin: None,
        nodes: worker.all_nodes(),
        time: worker.control.elapsed(),
        hashfull: worker.means.table.permille_used(),
        variation: Vec::new(),
    };
    Answer::of(Source::Search, exact, vec![best])
}

/// What the solver finds in its share of the time.
fn solved<P: Position>(worker: &Worker<'_, P>) -> Option<Value> {
    let control = worker.control;
    let began = Instant::now();
    let before = worker.all_nodes();
    let must_end =
        |nodes| control.poll(before.saturating_add(nodes)) || control.has_used(began, SOLVER_SHARE);
    let nodes = worker.node_limit.saturating_sub(before);
    let effort = Effort { nodes, must_end: &must_end, ..Effort::UNLIMITED };
    let (least, most) = worker.means.solver?.expect(&worker.position, &effort).ok()?.values();
    (least == most).then_some(least)
}
