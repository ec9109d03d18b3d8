//! Positions that the game's own solver has decided: what is learnt from them is true.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::crew::share_out;
use super::{Sample, Task, TuneError};
use crate::game::{Effort, Player};
use crate::matches::contest::Openings;
use crate::session::Session;

/// Memory of each thread's solver.
const SOLVER: usize = 4 << 20;

/// Positions that take the solver longer are left out.
const NODES: u64 = 20_000_000;

/// Random positions, solved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// How many positions.
    pub positions: usize,
    /// After so many random plies at least, and at most, in turn.
    pub plies: [usize; 2],
    /// Chooses the random moves.
    pub seed: u64,
}

/// Has the game's solver decide random positions. `report` is told how many have been looked at.
///
/// The same settings give the same positions, on however many threads.
///
/// # Errors
///
/// If the game has no solver, cannot be played so, or `stop` is set.
pub fn solved(
    task: &Task<'_>,
    plan: &Solved,
    stop: &AtomicBool,
    report: &mut dyn FnMut(usize),
) -> Result<Vec<Sample>, TuneError> {
    let found = share_out(
        (task.threads, plan.positions),
        stop,
        || Ok(task.registry.open_title(task.game)?),
        |session, number| solve(&mut **session, plan, number, stop),
        report,
    )?;
    let mut known = HashSet::new();
    Ok(found.into_iter().flatten().filter(|one| known.insert(one.position.clone())).collect())
}

/// Has the game's solver say how the games of positions should have ended: those that it decides,
/// with true results. `report` is told how many have been looked at.
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
    let found = share_out(
        (task.threads, samples.len()),
        stop,
        || Ok(task.registry.open_title(task.game)?),
        |session, number| {
            let sample = &samples[number];
            session.set_position(Some(&sample.position), "")?;
            Ok(result(&mut **session, stop)?.map(|result| Sample { result, ..sample.clone() }))
        },
        report,
    )?;
    Ok(found.into_iter().flatten().collect())
}

/// The position of this number, if the solver decides it.
fn solve(
    session: &mut dyn Session,
    plan: &Solved,
    number: usize,
    stop: &AtomicBool,
) -> Result<Option<Sample>, TuneError> {
    let [least, most] = plan.plies;
    let plies = least + number % (most.saturating_sub(least) + 1);
    Openings::Random { plies }.nth(number, plan.seed, session)?;
    let result = result(session, stop)?;
    Ok(result.map(|result| Sample { position: session.position(), result, game: number }))
}

/// The first player's points in the present position, if the solver decides it.
fn result(session: &mut dyn Session, stop: &AtomicBool) -> Result<Option<f64>, TuneError> {
    let Some(mover) = session.to_move() else { return Ok(None) };
    session.forget();
    let must_end = |_| stop.load(Relaxed);
    let effort = Effort { nodes: NODES, threads: 1, must_end: &must_end };
    let solver = session.solver(SOLVER).map_err(|_| TuneError::NoSolver)?;
    let Some(found) = solver.solve(&effort) else { return Ok(None) };
    Ok(found.value().map(|value| match value {
        0 => 0.5,
        _ if (value > 0) == (mover == Player::First) => 1.0,
        _ => 0.0,
    }))
}
