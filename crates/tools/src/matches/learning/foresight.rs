//! Forecasts for new weights: how well a shallow search with them predicts a deep one, so that
//! Multi-ProbCut spares nodes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::matches::tuning::prob_cut::{Depths, Stages, ValuesByDepth, forecasts, values_by_depth};
use crate::matches::tuning::{SelfPlay, TuneError, Workplace};
use sarsen_core::game::Forecasts;
use sarsen_engine::learned::{LEARNED, LearnedWeights};

/// The games whose positions are searched, and the most positions of each.
const GAMES: usize = 64;
const POSITIONS: usize = 8;

/// A position is searched by two searches. Each visits at most so many times as many positions as
/// a search for a move of a game.
const NODES: u64 = 50;

/// No search is deeper, in plies.
const DEEPEST: u32 = 14;

/// Nothing is forecast where more plies of the game are left.
const MOST_LEFT: u32 = 5000;

/// The stages of a game that have forecasts of their own.
const STAGES: u32 = 6;

/// A depth counts if at least one in so many of the positions were searched to it.
const REACHED: usize = 2;

/// How forecasts are found.
pub(super) struct Foresight<'a> {
    /// The game, and the threads that do the work.
    pub(super) place: Workplace<'a>,
    /// Positions that a search visits for each move of a game.
    pub(super) nodes: u64,
    /// The most random plies before a game.
    pub(super) plies: usize,
    pub(super) seed: u64,
}

impl Foresight<'_> {
    /// The forecasts for these weights. There are none if too few positions are undecided.
    pub(super) fn of(
        &self,
        weights: &LearnedWeights,
        stop: &Arc<AtomicBool>,
        report: &mut dyn FnMut(usize, usize),
    ) -> Result<Forecasts, TuneError> {
        // Expectations are not forecast.
        if self.place.open()?.has_chance() {
            return Ok(Forecasts::default());
        }
        let games = SelfPlay {
            games: GAMES,
            nodes: self.nodes,
            plies: [1, self.plies.max(1)],
            positions: POSITIONS,
            seed: self.seed,
        };
        let plan = Depths {
            place: self.place,
            evaluator: Some(LEARNED),
            learned: Some(weights),
            depth: DEEPEST,
            nodes: Some(self.nodes.saturating_mul(NODES)),
            games: &games,
        };
        let mut values = values_by_depth(&plan, stop, &mut |done| report(done, GAMES))?;
        values.retain(|one| one.left <= MOST_LEFT);
        let left = values.iter().map(|one| one.left).max().unwrap_or(0);
        let stages = Stages { plies: left / STAGES + 1, depth: deepest(&values) };
        let fitted = forecasts(&values, stages).into_iter().map(|fitted| fitted.forecast);
        Ok(Forecasts::new(fitted.collect()).unwrap_or_default())
    }
}

/// The greatest depth to which enough positions were searched. Those that a shallower search has
/// decided do not count.
fn deepest(values: &[ValuesByDepth]) -> u32 {
    let reached = |depth: u32| {
        let open = |one: &&ValuesByDepth| one.values[depth as usize].is_some();
        values.iter().filter(open).count()
    };
    (1..=DEEPEST).rev().find(|&depth| reached(depth) * REACHED >= reached(1)).unwrap_or(0)
}
