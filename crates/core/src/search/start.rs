//! Starts a search: its threads, and what each of them does at the root.

use super::info::{Answer, Info};
use super::root::{Root, expect, is_worth_solving, most_nodes};
use super::team::Team;
use super::time::Outlook;
use super::worker::Worker;
use super::{Control, MAX_DEPTH, Means, SearchTask};
use crate::game::{Actor, Position, Solver};
use crate::sys::threads::ThreadKind;

/// Searches an unfinished position, and returns the best line found: the one reported last. None if
/// the game is over, or `task.moves` allows no legal move.
///
/// Where chance acts, no move is found, but the expectation for the player whose turn it is. The
/// lines are empty then, and one thread searches.
///
/// If the game's own solver could help, but lacks memory, the search goes on without it, and
/// [`Control::shortage`] says so.
///
/// It reports every completed iteration, the wanted lines in the order of rank. It reports an
/// iteration that was cut short only if that changed the best move. The search ends at its limits,
/// when `control` says so, or when nothing is left to find. If the task has a limit of time and the
/// clock of `control` does not run yet, it starts now.
pub fn search<P: Position>(
    position: P,
    means: Means<'_, P>,
    task: &SearchTask<P::Move>,
    control: &Control,
    report: &mut dyn FnMut(&Info<P::Move>),
) -> Option<Answer<P::Move>> {
    if position.outcome().is_some() {
        return None;
    }
    let solving = |plies| means.solver?.estimate_winner(&position, plies);
    let outlook = Outlook { plies_left: position.plies_left(), solving: &solving };
    control.start_for(&task.limits, outlook);
    let max_depth = task.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let is_worth = |solver: &_| is_worth_solving(*solver, &position, task, control);
    let asked = means.solver.filter(is_worth);
    let is_equipped = |solver: &_| !lacks_memory(*solver, &position, control);
    let means = Means { solver: asked.filter(is_equipped), ..means };
    // Some solvers see only at work that their memory does not suffice.
    let look_back = || asked.is_some_and(|solver| lacks_memory(solver, &position, control));
    means.table.new_search();
    // A search without an end makes its room as it goes.
    let has_end = !task.limits.is_timed() || control.time_left().is_some();
    if means.solver.is_none() && (has_end || position.actor().is_chance()) {
        means.table.make_room(most_nodes(task.threads, control));
    }
    let Actor::Player(me) = position.actor() else {
        let worker = Worker::new(means, control, position.clone(), task, None).ok()?;
        let answer = expect(worker, max_depth, report);
        look_back();
        return Some(answer);
    };
    let team = (task.threads > 1).then(Team::new);
    // None if there is no memory even for a worker's small tables.
    let root = |position| {
        let worker = Worker::new(means, control, position, task, team.as_ref()).ok()?;
        Root::new(worker, me, task)
    };
    let mut leader = root(position.clone())?;
    let helpers = (1..task.threads).map(|_| {
        let (position, root) = (position.clone(), &root);
        move || {
            if let Some(mut helper) = root(position) {
                helper.helps = true;
                let solve = task.limits.solve && means.solver.is_none();
                run(&mut helper, solve, max_depth, &mut |_| {});
            }
        }
    });
    // If the system starts fewer threads than asked for, the search only takes longer.
    ThreadKind::searching("helper").lead(helpers, |_| {
        let _leading = team.as_ref().map(Team::lead);
        run(&mut leader, task.limits.solve, max_depth, report);
    });
    look_back();
    leader.answer
}

/// Whether the solver is known to lack memory for the position. If so, the caller of the search is
/// told.
fn lacks_memory<P: Position>(solver: &dyn Solver<P>, position: &P, control: &Control) -> bool {
    let shortage = solver.shortage(position);
    shortage.inspect(|&shortage| control.set_shortage(shortage)).is_some()
}

/// One thread's search.
fn run<P: Position>(
    root: &mut Root<'_, P>,
    solve: bool,
    max_depth: u32,
    report: &mut dyn FnMut(&Info<P::Move>),
) {
    if let Some(solver) = root.worker.means.solver.filter(|_| !root.helps) {
        return root.take_turns(solver, max_depth, report);
    }
    // Where chance decides, the proof that somebody wins is seldom to be had.
    if solve && !P::HAS_CHANCE {
        return root.solve(max_depth, report);
    }
    let depth = root.deepen(0, max_depth, report);
    let is_selective = root.worker.reductions.are_on();
    if is_selective && !root.worker.stopped && (depth == max_depth || root.is_decided()) {
        root.verify(depth, report);
    }
}
