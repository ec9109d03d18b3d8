//! Positions that the game's own solver has decided, so that their results are certain.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::error::TuneError;
use super::sample::Sample;
use super::self_play::random_opening;
use super::task::Task;
use sarsen_core::game::{Effort, Player};
use sarsen_engine::session::Session;

/// Memory of each thread's solver.
const SOLVER: usize = 4 << 20;

/// The limit of positions that the solver visits to decide one. If it needs more, that position is
/// left out.
const NODES: u64 = 20_000_000;

/// Which random positions to solve.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The number of positions.
    pub positions: usize,
    /// Random moves lead to a position. Their number rises by one from position to position, from
    /// the first of these limits to the second, and then starts again.
    pub plies: [usize; 2],
    /// Chooses the random moves.
    pub seed: u64,
}

/// Has the game's solver decide random positions. Calls `report` with the number of positions
/// tried.
///
/// The same settings give the same positions, on any number of threads.
///
/// # Errors
///
/// If the game has no solver, cannot be played like this, or `stop` is set.
pub fn solved(
    task: &Task<'_>,
    plan: &Solved,
    stop: &AtomicBool,
    report: &mut dyn FnMut(usize),
) -> Result<Vec<Sample>, TuneError> {
    let found = for_each(task, plan.positions, stop, report, |session, number| {
        solve(session, plan, number, stop)
    })?;
    let mut known = HashSet::new();
    Ok(found.into_iter().filter(|one| known.insert(one.position.clone())).collect())
}

/// Replaces the results of positions by those of the game's solver. Leaves out positions that the
/// solver does not decide. Calls `report` with the number of positions tried.
///
/// # Errors
///
/// If the game has no solver, or `stop` is set.
pub fn exact(
    task: &Task<'_>,
    samples: &[Sample],
    stop: &AtomicBool,
    report: &mut dyn FnMut(usize),
) -> Result<Vec<Sample>, TuneError> {
    for_each(task, samples.len(), stop, report, |session, number| {
        let sample = &samples[number];
        session.set_position(Some(&sample.position), "")?;
        Ok(result(session, stop)?.map(|result| Sample { result, ..sample.clone() }))
    })
}

/// Calls `find` for the numbers 0 to `count` - 1, on the threads of the task, with a session of the
/// game. Returns what `find` has found, in order.
fn for_each(
    task: &Task<'_>,
    count: usize,
    stop: &AtomicBool,
    report: &mut dyn FnMut(usize),
    find: impl Fn(&mut dyn Session, usize) -> Result<Option<Sample>, TuneError> + Sync,
) -> Result<Vec<Sample>, TuneError> {
    let place = task.place;
    let find = |session: &mut Box<dyn Session>, number| find(&mut **session, number);
    let found = place.map(("solved", count), || place.open(), find, stop, report)?;
    Ok(found.into_iter().flatten().collect())
}

/// The position with this number, if the solver decides it.
fn solve(
    session: &mut dyn Session,
    plan: &Solved,
    number: usize,
    stop: &AtomicBool,
) -> Result<Option<Sample>, TuneError> {
    random_opening(plan.plies, number).nth(number, plan.seed, session)?;
    let result = result(session, stop)?;
    Ok(result.map(|result| Sample { position: session.position(), result, game: number }))
}

/// The first player's points in the current position, if the solver decides it.
fn result(session: &mut dyn Session, stop: &AtomicBool) -> Result<Option<f64>, TuneError> {
    let Some(mover) = session.to_move() else { return Ok(None) };
    session.forget();
    let must_end = |_| stop.load(Relaxed);
    let effort = Effort { nodes: NODES, must_end: &must_end, ..Effort::UNLIMITED };
    let solver = session.solver(SOLVER).map_err(|_| TuneError::NoSolver)?;
    let Some(found) = solver.solve(&effort) else { return Ok(None) };
    Ok(found.value().map(|value| match value {
        0 => 0.5,
        _ if (value > 0) == (mover == Player::First) => 1.0,
        _ => 0.0,
    }))
}
