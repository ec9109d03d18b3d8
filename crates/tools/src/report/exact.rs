//! What a game is worth with best play, as far as that can be found out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::error::ReportError;
use super::measures::Exact;
use super::plan::ReportPlan;
use super::play::open;
use sarsen_core::game::Player;
use sarsen_core::game::value::{Value, distance};
use sarsen_engine::engine::Engine;
use sarsen_engine::knowledge::{SolveAnswer, SolveRequest, SolveResult};

/// Finds out what the start of the game is worth.
pub(super) fn find(plan: &ReportPlan, stop: &Arc<AtomicBool>) -> Result<Exact, ReportError> {
    let engine = Engine::new(open(plan)?, 1)?;
    let session = engine.session();
    let is_second = session.turn() == Some(Player::Second);
    if let Some(known) = engine.known().filter(|_| !session.has_chance()) {
        return Ok(of_value(known.value, is_second, 0));
    }
    let mut session = open(plan)?;
    let must_end = || stop.load(Relaxed);
    let mut request = SolveRequest::default();
    request.nodes = Some(plan.exact_nodes);
    request.must_end = &must_end;
    match request.run(&mut *session, &mut |_| {}) {
        Ok(answer) if answer.interrupted => Err(ReportError::Interrupted),
        Ok(answer) => Ok(told(&answer, is_second)),
        // A game that cannot be solved so is nothing wrong with it.
        Err(error) => Ok(Exact::Open { nodes: 0, why: error.to_string() }),
    }
}

/// What the value of the start for the player to move says of the first player's chances.
fn of_value(value: Value, is_second: bool, nodes: u64) -> Exact {
    let result = if is_second { -value.signum() } else { value.signum() };
    Exact::Proven { first: f64::from(result + 1) / 2.0, plies: distance(value), nodes }
}

/// What an answer says of the first player's chances.
fn told(answer: &SolveAnswer, is_second: bool) -> Exact {
    let nodes = answer.nodes;
    let first = |share: f64| if is_second { 1.0 - share } else { share };
    let of_result = |result: i32| first(f64::from(result + 1) / 2.0);
    match &answer.result {
        SolveResult::Value(solved) => of_value(solved.value, is_second, nodes),
        SolveResult::Share(solved) => {
            Exact::Proven { first: first(solved.share.value), plies: None, nodes }
        }
        SolveResult::Open(open) if open.least == open.most => {
            Exact::Proven { first: of_result(open.least), plies: None, nodes }
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
