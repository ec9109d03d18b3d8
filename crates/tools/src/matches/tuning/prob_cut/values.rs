//! Positions and their values at every depth, from games of the engine with itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::matches::tuning::self_play::RandomChoice;
use crate::matches::tuning::workplace::select_evaluator;
use crate::matches::tuning::{SelfPlay, TuneError, Workplace};
use sarsen_core::game::Bound;
use sarsen_core::game::value::{Score, Value};
use sarsen_core::search::{Control, Limits};
use sarsen_engine::engine::{Engine, Purpose, table_for_nodes};
use sarsen_engine::learned::LearnedWeights;
use sarsen_engine::session::Request;

/// Bytes of the table of each thread, if searches are not limited.
const TABLE: usize = 16 << 20;

/// At most this many random moves lead from a game to a position. Most positions of a search come
/// from moves that are not the best.
const ASIDE: usize = 2;

/// Which positions to search, and how deeply.
pub struct Depths<'a> {
    /// The game, and the threads that do the work.
    pub place: Workplace<'a>,
    /// The evaluator. None for the game's default.
    pub evaluator: Option<&'a str>,
    /// What the evaluator `learned` has learnt. None for what comes with the game.
    pub learned: Option<&'a LearnedWeights>,
    /// The greatest depth, in plies.
    pub depth: u32,
    /// The limit of positions that a search visits. What it has not completed has no value.
    pub nodes: Option<u64>,
    /// How the games are played.
    pub games: &'a SelfPlay,
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
    let games = plan.place.map(
        ("prob-cut", plan.games.games),
        || player(plan, stop),
        |player, number| player.game(number),
        stop,
        report,
    )?;
    Ok(games.into_iter().flatten().collect())
}

/// An engine that plays games and searches their positions.
struct DepthPlayer<'a> {
    plan: &'a Depths<'a>,
    stop: &'a Arc<AtomicBool>,
    /// The bytes of its table.
    table: usize,
    engine: Engine,
}

fn player<'a>(
    plan: &'a Depths<'a>,
    stop: &'a Arc<AtomicBool>,
) -> Result<DepthPlayer<'a>, TuneError> {
    let table = plan.nodes.map_or(TABLE, table_for_nodes);
    let engine = plan.place.engine(table, |session| {
        if session.has_chance() {
            return Err(TuneError::Chance);
        }
        if let Some(weights) = plan.learned {
            session.set_learned(Some(weights))?;
        }
        select_evaluator(session, plan.evaluator)
    })?;
    Ok(DepthPlayer { plan, stop, table, engine })
}

impl DepthPlayer<'_> {
    /// Plays the game with this number and searches some of its positions.
    fn game(&mut self, number: usize) -> Result<Vec<ValuesByDepth>, TuneError> {
        let plan = self.plan.games;
        let mut choice = plan.choice(number);
        let positions = choice.some_of(self.play(number)?, plan.positions);
        let mut found = Vec::new();
        for position in positions {
            self.engine.session_mut().set_position(Some(&position), "")?;
            self.step_aside(&mut choice)?;
            if self.engine.session().is_quiet() {
                found.push(self.values()?);
            }
        }
        Ok(found)
    }

    /// Plays a game until its result is proven. Returns its positions.
    fn play(&mut self, number: usize) -> Result<Vec<String>, TuneError> {
        let plan = self.plan.games;
        plan.begin(&mut self.engine, number)?;
        let request = Request { limits: Limits::nodes(plan.nodes), lines: 1, ..Request::default() };
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
    fn step_aside(&mut self, choice: &mut RandomChoice) -> Result<(), TuneError> {
        let session = self.engine.session_mut();
        for _ in 0..choice.below(ASIDE + 1) {
            choice.play(session)?;
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
        values[0] = session.evaluate().map(Score::value);
        // A search leaves out every second depth, so it takes two of them. Each begins with an
        // empty table, because it has full width.
        for depth in [self.plan.depth, self.plan.depth.saturating_sub(1).max(1)] {
            let mut limits = Limits::depth(depth);
            limits.nodes = self.plan.nodes;
            let request = Request { limits, full_width: true, lines: 1, ..Request::default() };
            self.engine.forget(self.table)?;
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
        let best = answer.ok_or(TuneError::NoMove)?.best;
        let score = best.score;
        Ok((score, best.variation.into_iter().next().unwrap_or_default()))
    }
}
