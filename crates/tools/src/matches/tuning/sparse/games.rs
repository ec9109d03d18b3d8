//! Self-play whose endings are solved, so that their scores are exact. Without a solver, the engine
//! plays to the end.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::judged::Judged;
use crate::matches::tuning::workplace::select_evaluator;
use crate::matches::tuning::{SelfPlay, TuneError, Workplace};
use sarsen_core::game::{Effort, Player, SparseWeights};
use sarsen_core::search::{Control, Limits};
use sarsen_engine::engine::{Engine, Purpose, table_for_nodes};
use sarsen_engine::session::{NoSolver, Request, Session};

/// Memory of each thread's solver.
const SOLVER: usize = 4 << 20;

/// The limit of positions that the solver visits to decide one. If it needs more, the game is left
/// out.
const NODES: u64 = 100_000_000;

/// Games of the engine with itself. If the game has a solver of its own, that plays the endings.
pub struct SolvedPlay<'a> {
    /// The game, and the threads that do the work.
    pub place: Workplace<'a>,
    /// The evaluator that plays. None for the game's own one.
    pub evaluator: Option<&'a str>,
    /// Other weights for that one.
    pub weights: Option<&'a SparseWeights>,
    /// How the games are played, until the solver takes over.
    pub games: &'a SelfPlay,
    /// The solver, if there is one, takes over as soon as at most this many plies are left.
    pub endings: u32,
}

/// Plays games and takes positions from them, each with the score of its game. A game that ends
/// before the solver takes over is left out. Without a solver, the score is that of the final
/// position. Calls `report` with the number of games played.
///
/// The same settings give the same positions, on any number of threads.
///
/// # Errors
///
/// If the game cannot be played like this, or `stop` is set.
pub fn solved_play(
    plan: &SolvedPlay<'_>,
    stop: &Arc<AtomicBool>,
    report: &mut dyn FnMut(usize),
) -> Result<Vec<Judged>, TuneError> {
    let games = plan.place.map(
        ("self-play", plan.games.games),
        || engine(plan),
        |engine, number| play(engine, plan, number, stop),
        stop,
        report,
    )?;
    let mut known = HashSet::new();
    Ok(games.into_iter().flatten().filter(|judged| known.insert(judged.position.clone())).collect())
}

fn engine(plan: &SolvedPlay<'_>) -> Result<Engine, TuneError> {
    plan.place.engine(table_for_nodes(plan.games.nodes), |session| {
        if session.has_chance() {
            return Err(TuneError::Chance);
        }
        if let Some(weights) = plan.weights {
            session.set_sparse(Some(weights))?;
        }
        select_evaluator(session, plan.evaluator)?;
        match session.solver(SOLVER) {
            Err(NoSolver::Memory(_)) => Err(TuneError::NoSolver),
            _ => Ok(()),
        }
    })
}

/// Plays the game with this number.
fn play(
    engine: &mut Engine,
    plan: &SolvedPlay<'_>,
    number: usize,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Judged>, TuneError> {
    plan.games.begin(engine, number)?;
    let has_solver = engine.session_mut().solver(SOLVER).is_ok();
    let mut met = middle(engine, plan, has_solver.then_some(plan.endings), stop)?;
    let session = engine.session_mut();
    let found = if has_solver { ending(session, stop)? } else { Vec::new() };
    let result = match found.first() {
        Some(&Met { player, score, .. }) => Some((player, score)),
        None if has_solver => None,
        None => {
            let value = session.final_value(Player::First);
            value.map(|value| (Player::First, session.literature_score(value)))
        }
    };
    let Some((player, score)) = result else { return Ok(Vec::new()) };
    for one in &mut met {
        one.score = if one.player == player { score } else { -score };
    }
    met.extend(found);
    let met = plan.games.choice(number).some_of(met, plan.games.positions);
    let judged = |Met { position, score, .. }| Judged { position, score, game: number };
    Ok(met.into_iter().map(judged).collect())
}

/// A position of a game, and the score for the player to act.
struct Met {
    position: String,
    player: Player,
    score: i32,
}

/// Lets the engine play until at most `endings` plies are left, or to the end of the game. The
/// scores are not yet known.
fn middle(
    engine: &mut Engine,
    plan: &SolvedPlay<'_>,
    endings: Option<u32>,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Met>, TuneError> {
    let request =
        Request { limits: Limits::nodes(plan.games.nodes), lines: 1, ..Request::default() };
    let mut met = Vec::new();
    while let Some(player) = engine.session().to_move()
        && endings.is_none_or(|most| engine.session().plies_left() > most)
    {
        let control = Control::new().with_switch(Arc::clone(stop));
        let answer = engine.think(&request, Purpose::Analysis, &control, &mut |_| {});
        if stop.load(Relaxed) {
            return Err(TuneError::Interrupted);
        }
        let Some(m) = answer.and_then(|answer| answer.best.variation.into_iter().next()) else {
            break;
        };
        let session = engine.session_mut();
        met.push(Met { position: session.position(), player, score: 0 });
        session.play(&m)?;
    }
    Ok(met)
}

/// Lets the solver play to the end. Nothing if it cannot decide the first position.
fn ending(session: &mut dyn Session, stop: &Arc<AtomicBool>) -> Result<Vec<Met>, TuneError> {
    let mut met = Vec::new();
    let must_end = |_| stop.load(Relaxed);
    session.forget();
    while let Some(player) = session.to_move() {
        let effort = Effort { nodes: NODES, must_end: &must_end, ..Effort::UNLIMITED };
        let found = session.solver(SOLVER).map_err(|_| TuneError::NoSolver)?.solve(&effort);
        if stop.load(Relaxed) {
            return Err(TuneError::Interrupted);
        }
        let Some(found) = found else { break };
        let (Some(value), Some(m)) = (found.value(), found.keeps) else { break };
        let score = session.literature_score(value);
        met.push(Met { position: session.position(), player, score });
        session.play(&m)?;
    }
    Ok(met)
}
