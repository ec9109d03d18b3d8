//! Fitting the weights of a game's evaluator to the results of games: Texel's method (P. Österlund,
//! "Texel's tuning method", 2014).
//!
//! The value of a position, divided by a scale, is taken for the logarithm of the odds that the
//! first player wins; those weights are looked for under which the results of games are most
//! likely. A prior holds every weight near what it was, so that what the games say nothing of does
//! not stray.
//!
//! ```text
//!  sample.rs    positions and how their games ended, from games of the engine with itself, or from records
//!  solved.rs    positions that the game's own solver has decided
//!  features.rs  how the values of the positions change with each weight
//!  fit.rs       the weights that make the results most likely
//! ```

mod crew;
mod features;
mod fit;
mod sample;
mod solved;

pub use sample::{Sample, SelfPlay, from_records, self_play};
pub use solved::{Solved, exact, solved};

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use features::Features;

use crate::game::value::Value;
use crate::game::{LARGEST_WEIGHT, Weights, WeightsError};
use crate::matches::contest::OpeningsError;
use crate::matches::record::ReplayError;
use crate::session::{OpenError, PositionError, Registry, UndoError};
use crate::transposition::TableError;

/// Of so many games one is kept out of the fit, to see what the weights are worth.
const HELD_OUT: usize = 5;

/// Evaluators that are not linear in their weights are looked at anew so many times at most.
const ROUNDS: usize = 5;

/// What the games are about to be fitted.
pub struct Task<'a> {
    /// The games that are known.
    pub registry: &'a Registry,
    /// The game and its setup.
    pub game: &'a str,
    /// The weights to begin with.
    pub weights: Weights,
    /// The names of weights, or of lists of them, that stay as they are.
    pub keep: Vec<String>,
    /// How far a weight is from the best one before anything is known: a standard deviation, in
    /// points.
    pub spread: f64,
    /// Threads to compute on; the result does not depend on them.
    pub threads: usize,
}

/// Weights that have been fitted.
pub struct Tuned {
    /// As they were.
    pub old: Weights,
    /// As they are.
    pub new: Weights,
    /// Points that make the odds of winning e times as great.
    pub scale: f64,
    /// Positions that were fitted.
    pub fitted: usize,
    /// Positions of games that were kept out.
    pub held_out: usize,
    /// The mean of minus the logarithm of the likelihood of the results of the positions fitted,
    /// before and after.
    pub error: [f64; 2],
    /// The same for those that were kept out.
    pub held_out_error: [f64; 2],
}

/// Weights that could not be fitted.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// There is no such game.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The weights are none of the game.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// There is no memory to play.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Games cannot begin so.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// A position cannot be set up.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A record is wrong.
    #[error("record {number}: {error}")]
    Record {
        /// Its number, from 1.
        number: usize,
        /// What is wrong.
        error: ReplayError,
    },
    /// A record is of another game.
    #[error("record {number}: this is a game of {found}, not of {wanted}")]
    OtherGame {
        /// Its number, from 1.
        number: usize,
        /// Its game.
        found: String,
        /// The one that is meant.
        wanted: String,
    },
    /// A move cannot be taken back.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// Nobody can decide positions.
    #[error("the game has no solver of its own")]
    NoSolver,
    /// Chance acts in the game.
    #[error("games of chance are not played here")]
    Chance,
    /// There is nothing to learn from.
    #[error(
        "{0} positions are too few to learn from: there have to be {1}, won by both players; more games (or more that are solved) give more of them"
    )]
    TooFew(usize, usize),
    /// A name that is no weight's.
    #[error("there is no weight '{name}' to keep, only {known}")]
    Keep {
        /// The name.
        name: String,
        /// Those there are.
        known: String,
    },
    /// No thread to compute on.
    #[error("no thread to compute on: {0}")]
    Thread(std::io::Error),
    /// It was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl Task<'_> {
    /// Fits the weights to positions. The same positions give the same weights. `report` is told of
    /// each part that is done, of all.
    ///
    /// # Errors
    ///
    /// If there is too little to learn from, the weights are not of the game, or `stop` is set on
    /// the way.
    pub fn fit(
        &self,
        samples: &[Sample],
        stop: &AtomicBool,
        report: &mut dyn FnMut(usize, usize),
    ) -> Result<Tuned, TuneError> {
        let names = self.weights.names();
        let is_kept = |name: &str, kept: &String| {
            name == kept
                || name.strip_prefix(kept.as_str()).is_some_and(|rest| rest.starts_with('['))
        };
        if let Some(lost) = self.keep.iter().find(|kept| !names.iter().any(|n| is_kept(n, kept))) {
            return Err(TuneError::Keep { name: lost.clone(), known: names.join(", ") });
        }
        let free: Vec<usize> = (0..names.len())
            .filter(|&at| !self.keep.iter().any(|kept| is_kept(&names[at], kept)))
            .collect();
        let (held_out, fitted): (Vec<&Sample>, Vec<&Sample>) =
            samples.iter().partition(|sample| sample.game % HELD_OUT == HELD_OUT - 1);
        let results = |samples: &[&Sample]| samples.iter().map(|sample| sample.result).collect();
        let (labels, held_out_labels): (Vec<f64>, Vec<f64>) =
            (results(&fitted), results(&held_out));
        let least = 2 * names.len().max(10);
        let differ = |labels: &[f64]| [0.0, 1.0].iter().all(|result| labels.contains(result));
        if fitted.len() < least || held_out.is_empty() || !differ(&labels) {
            return Err(TuneError::TooFew(samples.len(), least * HELD_OUT / (HELD_OUT - 1)));
        }
        let old: Vec<f64> = self.weights.values().into_iter().map(f64::from).collect();
        let mut now = self.weights.clone();
        let mut scale = 0.0;
        let mut before = 0.0;
        for round in 0..ROUNDS {
            let features = Features::of(self, &fitted, &now, &free, stop, report)?;
            if round == 0 {
                scale = fit::scale(&features.values, &labels);
                before = fit::error(&features.values, &labels, scale);
            }
            let from: Vec<f64> = now.values().into_iter().map(f64::from).collect();
            let pick = |all: &[f64]| free.iter().map(|&at| all[at]).collect::<Vec<f64>>();
            let prior = fit::Prior { centre: pick(&old), spread: self.spread };
            let found = fit::fit(&features, &labels, scale, &pick(&from), &prior);
            let mut values = now.values();
            for (&at, weight) in free.iter().zip(&found) {
                let limit = f64::from(LARGEST_WEIGHT);
                values[at] = weight.round().clamp(-limit, limit) as Value;
            }
            let next = now.with(&values);
            let steps: Vec<f64> = free.iter().map(|&at| f64::from(values[at]) - from[at]).collect();
            let real = Features::of(self, &fitted, &next, &[], stop, report)?.values;
            now = next;
            // Where the evaluator is linear in its weights nothing new is to be seen from here.
            let off = features.after(&steps).zip(&real).map(|(a, b)| (a - b).abs()).sum::<f64>();
            if off <= real.len() as f64 {
                break;
            }
        }
        let value_of = |samples: &[&Sample], weights: &Weights| {
            Features::of(self, samples, weights, &[], stop, &mut |_, _| {}).map(|f| f.values)
        };
        let held_out_before =
            fit::error(&value_of(&held_out, &self.weights)?, &held_out_labels, scale);
        let held_out_after = fit::error(&value_of(&held_out, &now)?, &held_out_labels, scale);
        let after = fit::error(&value_of(&fitted, &now)?, &labels, scale);
        if stop.load(Relaxed) {
            return Err(TuneError::Interrupted);
        }
        Ok(Tuned {
            old: self.weights.clone(),
            new: now,
            scale,
            fitted: fitted.len(),
            held_out: held_out.len(),
            error: [before, after],
            held_out_error: [held_out_before, held_out_after],
        })
    }
}
