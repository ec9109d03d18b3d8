//! What a game is worth with best play, as far as that can be found out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::error::ReportError;
use super::measures::Exact;
use super::plan::ReportPlan;
use super::play::open;
use sarsen_core::game::Player;
use sarsen_core::game::value::distance;
use sarsen_engine::engine::Engine;
use sarsen_engine::knowledge::{SolveAnswer, SolveRequest, SolveResult};

/// Finds out what the start of the game is worth.
pub(super) fn find(plan: &ReportPlan, stop: &Arc<AtomicBool>) -> Result<Exact, ReportError> {
    let mut engine = Engine::new(open(plan)?, 1)?;
    let session = engine.session();
    let is_second = session.turn() == Some(Player::Second);
    if let Some(known) = engine.known().filter(|_| !session.has_chance()) {
        return Ok(proven(known.value.signum(), distance(known.value), is_second, 0));
    }
    let must_end = || stop.load(Relaxed);
    let mut request = SolveRequest::default();
    request.nodes = Some(plan.exact_nodes);
    request.must_end = &must_end;
    match request.run(engine.session_mut(), &mut |_| {}) {
        Ok(answer) if answer.interrupted => Err(ReportError::Interrupted),
        Ok(answer) => Ok(told(&answer, is_second)),
        // A game that cannot be solved so is nothing wrong with it.
        Err(error) => Ok(Exact::Open { nodes: 0, why: error.to_string() }),
    }
}

/// It is proven: a result of 1 for a win of the player to move, 0 for a draw, -1 for a loss.
fn proven(result: i32, plies: Option<u32>, is_second: bool, nodes: u64) -> Exact {
    let first = if is_second { -result } else { result };
    Exact::Proven { first: f64::from(first + 1) / 2.0, plies, nodes }
}

/// What an answer says of the first player's chances.
fn told(answer: &SolveAnswer, is_second: bool) -> Exact {
    let nodes = answer.nodes;
    match &answer.result {
        SolveResult::Value(solved) => {
            proven(solved.value.signum(), distance(solved.value), is_second, nodes)
        }
        SolveResult::Share(solved) => {
            let share = solved.share.value;
            let first = if is_second { 1.0 - share } else { share };
            Exact::Proven { first, plies: None, nodes }
        }
        SolveResult::Open(open) if open.least == open.most => {
            proven(open.least, None, is_second, nodes)
        }
        SolveResult::Open(open) => {
            let mover = if is_second { "second" } else { "first" };
            let why = match (open.least, open.most) {
                (0, _) => format!("the {mover} player does not lose"),
                (_, 0) => format!("the {mover} player does not win"),
                _ => "nobody is proven to win or not to lose".to_owned(),
            };
            Exact::Open { nodes, why }
        }
        _ => Exact::Open { nodes, why: "only a long proof finds it out".to_owned() },
    }
}
