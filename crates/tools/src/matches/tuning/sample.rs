//! Positions and how their games ended, from games of the engine with itself or from game records.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::error::TuneError;
use super::self_play::{RandomChoice, SelfPlay};
use super::task::Task;
use crate::matches::record::Record;
use sarsen_core::game::value::Score;
use sarsen_core::game::{Outcome, Player};
use sarsen_core::search::{Control, Limits};
use sarsen_engine::engine::{Engine, Purpose, table_for_nodes};
use sarsen_engine::session::{Request, Session};

/// A position and how its game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// Its text, in the game's own notation.
    pub position: String,
    /// The first player's points: 1 for a win, 1/2 for a draw.
    pub result: f64,
    /// The number of its game, from 0.
    pub game: usize,
}

/// Plays games and takes positions from them. For each move it takes the position at the end of the
/// best line, because the search calls the evaluator there. It takes quiet positions only. A game
/// ends as soon as its result is proven. Calls `report` with the number of games played.
///
/// The same settings give the same positions, on any number of threads.
///
/// # Errors
///
/// If the game cannot be played like this, or `stop` is set.
pub fn self_play(
    task: &Task<'_>,
    plan: &SelfPlay,
    stop: &Arc<AtomicBool>,
    report: &mut dyn FnMut(usize),
) -> Result<Vec<Sample>, TuneError> {
    let games = task.place.map(
        ("self-play", plan.games),
        || engine(task, plan),
        |engine, number| play(engine, plan, number, stop),
        stop,
        report,
    )?;
    let mut known = HashSet::new();
    let mut samples = Vec::new();
    for game in games {
        samples.extend(game.into_iter().filter(|sample| known.insert(sample.position.clone())));
    }
    Ok(samples)
}

fn engine(task: &Task<'_>, plan: &SelfPlay) -> Result<Engine, TuneError> {
    task.place.engine(table_for_nodes(plan.nodes), |session| {
        Ok(session.set_weights(Some(&task.weights))?)
    })
}

/// Plays the game with this number.
fn play(
    engine: &mut Engine,
    plan: &SelfPlay,
    number: usize,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Sample>, TuneError> {
    plan.begin(engine, number)?;
    let mut choice = plan.choice(number);
    let request = Request { limits: Limits::nodes(plan.nodes), lines: 1, ..Request::default() };
    let mut positions = Vec::new();
    let outcome = loop {
        if let Some(outcome) = engine.session().outcome() {
            break outcome;
        }
        if engine.session().to_move().is_none() {
            choice.play(engine.session_mut())?;
            continue;
        }
        let control = Control::new().with_switch(Arc::clone(stop));
        let answer = engine.think(&request, Purpose::Analysis, &control, &mut |_| {});
        if stop.load(Relaxed) {
            return Err(TuneError::Interrupted);
        }
        let session = engine.session_mut();
        let best = answer.ok_or(TuneError::NoMove)?.best;
        match (session.to_move(), best.score) {
            (Some(mover), Score::Win(_)) => break Outcome::Win(mover),
            (Some(mover), Score::Loss(_)) => break Outcome::Win(mover.other()),
            (Some(_), Score::Draw) => break Outcome::Draw,
            _ => {}
        }
        session.play(&best.variation.join(" "))?;
        if session.is_quiet() {
            positions.push(session.position());
        }
        session.undo(best.variation.len() - 1)?;
    };
    let positions = choice.some_of(positions, plan.positions);
    Ok(with_result(positions, outcome, number))
}

/// Positions of a game with its result.
fn with_result(positions: Vec<String>, outcome: Outcome, game: usize) -> Vec<Sample> {
    let result = match outcome {
        Outcome::Win(Player::First) => 1.0,
        Outcome::Win(Player::Second) => 0.0,
        Outcome::Draw => 0.5,
    };
    let sample = |position| Sample { position, result, game };
    positions.into_iter().map(sample).collect()
}

/// Takes the quiet positions of game records, at most `positions` from each. Skips records without
/// a result. Leaves out those that are wrong, or of another game, and calls `tell` with the index
/// of each and why.
///
/// # Errors
///
/// If there is no such game.
pub fn from_records(
    task: &Task<'_>,
    records: &[Record],
    positions: usize,
    seed: u64,
    tell: &mut dyn FnMut(usize, TuneError),
) -> Result<Vec<Sample>, TuneError> {
    let wanted = task.place.open()?.title();
    let mut known = HashSet::new();
    let mut samples = Vec::new();
    for (game, record) in records.iter().enumerate() {
        let mut session = match replayed(task, record, &wanted) {
            Ok(session) => session,
            Err(error) => {
                tell(game, error);
                continue;
            }
        };
        let Some(outcome) = record.outcome else { continue };
        let mut quiet = Vec::new();
        for _ in 0..record.plies.len() {
            session.undo(1)?;
            if session.is_quiet() {
                quiet.push(session.position());
            }
        }
        let quiet = RandomChoice::new(seed, game).some_of(quiet, positions);
        let game = with_result(quiet, outcome, game);
        samples.extend(game.into_iter().filter(|sample| known.insert(sample.position.clone())));
    }
    Ok(samples)
}

/// A session at the end of a record of the wanted game.
fn replayed(task: &Task<'_>, record: &Record, wanted: &str) -> Result<Box<dyn Session>, TuneError> {
    let session = record.replay(task.place.registry)?;
    match session.title() {
        title if title == wanted => Ok(session),
        found => Err(TuneError::OtherGame { found, wanted: wanted.to_owned() }),
    }
}
