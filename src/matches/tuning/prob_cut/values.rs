//! Positions and their values at every depth, from games of the engine with itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::engine::{Engine, Purpose};
use crate::game::value::{Score, Value};
use crate::game::{Bound, mix64, split_mix};
use crate::matches::tuning::error::TuneError;
use crate::matches::tuning::sample::begin;
use crate::search::Control;
use crate::session::{Registry, Request};
use crate::sys::threads::ThreadKind;

/// Bytes of the table of each thread.
const TABLE: usize = 16 << 20;

/// At most this many random moves lead from a game to a position. Most positions of a search come
/// from moves that are not the best.
const ASIDE: u64 = 2;

/// Which positions to search, and how deeply.
pub struct Depths<'a> {
    /// The known games.
    pub registry: &'a Registry,
    /// The game and its setup.
    pub game: &'a str,
    /// The evaluator. None for the game's default.
    pub evaluator: Option<&'a str>,
    /// The greatest depth, in plies.
    pub depth: u32,
    /// The number of games.
    pub games: usize,
    /// Positions to visit for each move of a game.
    pub nodes: u64,
    /// Games begin with random moves. Their number rises by one from game to game, from the first
    /// of these limits to the second, and then starts again.
    pub plies: [usize; 2],
    /// The limit of positions from one game.
    pub positions: usize,
    /// Chooses the random moves and the positions.
    pub seed: u64,
    /// The number of threads. The result does not depend on it.
    pub threads: usize,
}

/// The values of a position for the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValuesByDepth {
    /// The number of plies that the game may last.
    pub left: u32,
    /// For each depth, from 0, the value that a search with full width gives. None if it is proven:
    /// that is no opinion.
    pub values: Vec<Option<Value>>,
}

impl ValuesByDepth {
    /// The value at a depth.
    pub(super) fn at(&self, depth: u32) -> Option<f64> {
        self.values.get(depth as usize).copied().flatten().map(f64::from)
    }
}

/// Plays games and searches positions of them to every depth. Calls `report` with the number of
/// games that are done.
///
/// The same settings give the same values, on any number of threads.
///
/// # Errors
///
/// If the game cannot be played like this, or `stop` is set.
pub fn values_by_depth(
    plan: &Depths<'_>,
    stop: &Arc<AtomicBool>,
    report: &mut dyn FnMut(usize),
) -> Result<Vec<ValuesByDepth>, TuneError> {
    let games = ThreadKind::searching("prob-cut").map(
        (plan.threads, plan.games),
        || player(plan, stop),
        |player, number| match stop.load(Relaxed) {
            true => Ok(None),
            false => player.game(number).map(Some),
        },
        report,
    )?;
    Ok(games.ok_or(TuneError::Interrupted)?.into_iter().flatten().collect())
}

/// An engine that plays games and searches their positions.
struct DepthPlayer<'a> {
    plan: &'a Depths<'a>,
    stop: &'a Arc<AtomicBool>,
    engine: Engine,
}

fn player<'a>(
    plan: &'a Depths<'a>,
    stop: &'a Arc<AtomicBool>,
) -> Result<DepthPlayer<'a>, TuneError> {
    let mut session = plan.registry.open_title(plan.game)?;
    if session.has_chance() {
        return Err(TuneError::Chance);
    }
    if let Some(name) = plan.evaluator
        && !session.select_evaluator(name)
    {
        let known = session.evaluators().join(", ");
        return Err(TuneError::Evaluator { name: name.to_owned(), known });
    }
    let mut engine = Engine::new(session, 1)?;
    engine.forget(TABLE)?;
    Ok(DepthPlayer { plan, stop, engine })
}

impl DepthPlayer<'_> {
    /// Plays the game with this number and searches some of its positions.
    fn game(&mut self, number: usize) -> Result<Vec<ValuesByDepth>, TuneError> {
        let mut positions = self.play(number)?;
        let mut state = mix64(self.plan.seed) ^ mix64(!(number as u64));
        while positions.len() > self.plan.positions {
            positions.swap_remove((split_mix(&mut state) % positions.len() as u64) as usize);
        }
        let mut found = Vec::new();
        for position in positions {
            self.engine.session_mut().set_position(Some(&position), "")?;
            self.step_aside(&mut state)?;
            if self.engine.session().is_quiet() {
                found.push(self.values()?);
            }
        }
        Ok(found)
    }

    /// Plays a game until its result is proven. Returns its positions.
    fn play(&mut self, number: usize) -> Result<Vec<String>, TuneError> {
        begin(&mut self.engine, self.plan.plies, self.plan.seed, number)?;
        let request = Request { nodes: Some(self.plan.nodes), lines: 1, ..Request::default() };
        let mut positions = Vec::new();
        while self.engine.session().outcome().is_none() {
            positions.push(self.engine.session().position());
            let (score, best) = self.search(&request, &mut |_, _| {})?;
            if score.is_proven() {
                break;
            }
            self.engine.session_mut().play(&best)?;
        }
        Ok(positions)
    }

    /// Plays a few random moves, as long as the game goes on.
    fn step_aside(&mut self, state: &mut u64) -> Result<(), TuneError> {
        let session = self.engine.session_mut();
        for _ in 0..split_mix(state) % (ASIDE + 1) {
            let mut moves = session.moves();
            let m = moves.swap_remove((split_mix(state) % moves.len() as u64) as usize);
            session.play(&m)?;
            if session.outcome().is_some() {
                session.undo(1)?;
                break;
            }
        }
        Ok(())
    }

    /// The values of the current position.
    fn values(&mut self) -> Result<ValuesByDepth, TuneError> {
        let session = self.engine.session();
        let left = session.plies_left();
        let mut values = vec![None; self.plan.depth as usize + 1];
        values[0] = session.evaluate();
        // A search leaves out every second depth, so it takes two of them. Each begins with an
        // empty table, because it has full width.
        for depth in [self.plan.depth, self.plan.depth.saturating_sub(1).max(1)] {
            let request =
                Request { depth: Some(depth), full_width: true, lines: 1, ..Request::default() };
            self.engine.forget(TABLE)?;
            self.search(&request, &mut |depth, score| {
                if let (Score::Eval(value), Some(at)) = (score, values.get_mut(depth as usize)) {
                    *at = Some(value);
                }
            })?;
        }
        Ok(ValuesByDepth { left, values })
    }

    /// Searches the current position. Returns its score and the best move.
    fn search(
        &mut self,
        request: &Request,
        report: &mut dyn FnMut(u32, Score),
    ) -> Result<(Score, String), TuneError> {
        let control = Control::new().with_switch(Arc::clone(self.stop));
        let answer = self.engine.think(request, Purpose::Analysis, &control, &mut |info| {
            if info.bound == Bound::Exact && info.depth > 0 {
                report(info.depth, info.score);
            }
        });
        if self.stop.load(Relaxed) {
            return Err(TuneError::Interrupted);
        }
        let best = answer.ok_or(TuneError::Chance)?.best;
        let score = best.score;
        Ok((score, best.variation.into_iter().next().unwrap_or_default()))
    }
}
