//! Positions and how their games ended, from games of the engine with itself or from game records.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::error::TuneError;
use super::task::Task;
use crate::engine::{Engine, Purpose, table_for_nodes};
use crate::game::value::Score;
use crate::game::{Outcome, Player, mix64, split_mix};
use crate::matches::contest::Openings;
use crate::matches::record::Record;
use crate::search::Control;
use crate::session::{Request, Session};
use crate::sys::threads::ThreadKind;

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

/// Games of the engine with itself.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The number of games.
    pub games: usize,
    /// Positions to visit for each move.
    pub nodes: u64,
    /// Games begin with random moves. Their number rises by one from game to game, from the first
    /// of these limits to the second, and then starts again.
    pub plies: [usize; 2],
    /// The limit of positions from one game.
    pub positions: usize,
    /// Chooses the random moves and the positions.
    pub seed: u64,
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
    let games = ThreadKind::searching("self-play").map(
        (task.threads, plan.games),
        || engine(task, plan),
        |engine, number| match stop.load(Relaxed) {
            true => Ok(None),
            false => play(engine, plan, number, stop).map(Some),
        },
        report,
    )?;
    let mut known = HashSet::new();
    let mut samples = Vec::new();
    for game in games.ok_or(TuneError::Interrupted)? {
        samples.extend(game.into_iter().filter(|sample| known.insert(sample.position.clone())));
    }
    Ok(samples)
}

fn engine(task: &Task<'_>, plan: &SelfPlay) -> Result<Engine, TuneError> {
    let mut session = task.registry.open_title(task.game)?;
    if session.has_chance() {
        return Err(TuneError::Chance);
    }
    session.set_weights(Some(&task.weights))?;
    let mut engine = Engine::new(session, 1)?;
    engine.forget(table_for_nodes(plan.nodes))?;
    Ok(engine)
}

/// Begins the game with this number: plays its random opening. The lengths of the openings are used
/// in turn.
pub(super) fn begin(
    engine: &mut Engine,
    [least, most]: [usize; 2],
    seed: u64,
    number: usize,
) -> Result<(), TuneError> {
    let plies = least + number % (most.saturating_sub(least) + 1);
    let opening = Openings::Random { plies }.nth(number, seed, engine.session_mut())?;
    engine.restart();
    engine.session_mut().set_position(None, &opening.moves.join(" "))?;
    Ok(())
}

/// Plays the game with this number.
fn play(
    engine: &mut Engine,
    plan: &SelfPlay,
    number: usize,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Sample>, TuneError> {
    begin(engine, plan.plies, plan.seed, number)?;
    let request = Request { nodes: Some(plan.nodes), lines: 1, ..Request::default() };
    let mut positions = Vec::new();
    let outcome = loop {
        if let Some(outcome) = engine.session().outcome() {
            break outcome;
        }
        let control = Control::new().with_switch(Arc::clone(stop));
        let answer = engine.think(&request, Purpose::Analysis, &control, &mut |_| {});
        if stop.load(Relaxed) {
            return Err(TuneError::Interrupted);
        }
        let session = engine.session_mut();
        let Some(best) = answer.map(|answer| answer.best) else { return Err(TuneError::Chance) };
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
    Ok(chosen(positions, outcome, number, plan.positions, plan.seed))
}

/// At most `most` positions of a game, chosen at random, with the result of the game.
fn chosen(
    mut positions: Vec<String>,
    outcome: Outcome,
    game: usize,
    most: usize,
    seed: u64,
) -> Vec<Sample> {
    let mut state = mix64(seed) ^ mix64(!(game as u64));
    while positions.len() > most {
        positions.swap_remove((split_mix(&mut state) % positions.len() as u64) as usize);
    }
    let result = match outcome {
        Outcome::Win(Player::First) => 1.0,
        Outcome::Win(Player::Second) => 0.0,
        Outcome::Draw => 0.5,
    };
    let sample = |position| Sample { position, result, game };
    positions.into_iter().map(sample).collect()
}

/// Takes the quiet positions of game records, at most `positions` from each. Skips records without
/// a result.
///
/// # Errors
///
/// If a record is wrong, or of another game.
pub fn from_records(
    task: &Task<'_>,
    records: &[Record],
    positions: usize,
    seed: u64,
) -> Result<Vec<Sample>, TuneError> {
    let wanted = task.registry.open_title(task.game)?.title();
    let mut known = HashSet::new();
    let mut samples = Vec::new();
    for (record, number) in records.iter().zip(1..) {
        let wrong = |error| TuneError::Record { number, error };
        let mut session: Box<dyn Session> = record.replay(task.registry).map_err(wrong)?;
        if session.title() != wanted {
            return Err(TuneError::OtherGame { number, found: session.title(), wanted });
        }
        let Some(outcome) = record.outcome else { continue };
        let mut quiet = Vec::new();
        for _ in 0..record.plies.len() {
            session.undo(1)?;
            if session.is_quiet() {
                quiet.push(session.position());
            }
        }
        let game = chosen(quiet, outcome, number - 1, positions, seed);
        samples.extend(game.into_iter().filter(|sample| known.insert(sample.position.clone())));
    }
    Ok(samples)
}
