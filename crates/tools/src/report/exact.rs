//! What a game is worth with best play, as far as that can be found out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::course::ReportError;
use super::measures::Exact;
use super::plan::ReportPlan;
use super::play::open;
use sarsen_core::game::Player;
use sarsen_core::game::value::distance;
use sarsen_engine::knowledge::{SolveAnswer, SolveRequest, SolveResult};
use sarsen_engine::session::Session;

/// Finds out what the start of the game is worth.
pub(super) fn find(plan: &ReportPlan, stop: &Arc<AtomicBool>) -> Result<Exact, ReportError> {
    let mut session = open(plan)?;
    let must_end = || stop.load(Relaxed);
    let mut request = SolveRequest::default();
    request.must_end = &must_end;
    let is_long =
        |session: &mut dyn Session| session.solver(LITTLE).is_ok_and(|solver| solver.is_long());
    if is_long(&mut *session) {
        let why = "only a long proof finds it out: see 'sarsen solve'".to_owned();
        return Ok(Exact::Open { nodes: 0, why });
    }
    match request.run(&mut *session, &mut |_| {}) {
        Ok(answer) if answer.interrupted && stop.load(Relaxed) => Err(ReportError::Interrupted),
        Ok(answer) => Ok(told(&answer, session.turn() == Some(Player::Second))),
        // A game that cannot be solved is nothing wrong with it.
        Err(error) => Ok(Exact::Open { nodes: 0, why: error.to_string() }),
    }
}

/// Memory of a solver that is only asked how long it would take.
const LITTLE: usize = 1 << 20;

/// What an answer says of the first player's chances.
fn told(answer: &SolveAnswer, is_second: bool) -> Exact {
    let nodes = answer.nodes;
    let first = |share: f64| if is_second { 1.0 - share } else { share };
    match &answer.result {
        SolveResult::Value(solved) => Exact::Proven {
            first: first(f64::from(solved.value.signum() + 1) / 2.0),
            plies: distance(solved.value),
            nodes,
        },
        SolveResult::Share(solved) => {
            Exact::Proven { first: first(solved.share.value), plies: None, nodes }
        }
        _ => Exact::Open { nodes, why: "that was too little".to_owned() },
    }
}
