//! The whole fit of a sparse model.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::judged::Judged;
use super::rows::ActiveRows;
use super::squares::{self, STEPS};
use crate::matches::tuning::quality::{FitQuality, split};
use crate::matches::tuning::{TuneError, Workplace, logistic};
use sarsen_core::game::{SparseWeights, WeightsError};
use sarsen_engine::session::SparseFacts;

/// The fewest positions to learn from.
const FEWEST: usize = 1000;

/// The scale is looked for in thousandths of a score.
const THOUSANDTHS: f64 = 1000.0;

/// What to fit.
pub struct SparseTask<'a> {
    /// The game, and the threads that do the work.
    pub place: Workplace<'a>,
    /// The weights to begin with. None for those of the game.
    pub weights: Option<&'a SparseWeights>,
    /// Whether new weights are held near 0 instead of the old ones.
    pub is_fresh: bool,
    /// How strongly weights are held: as if each had been right in this many more positions.
    pub prior: f64,
    /// The kinds of weights that are not fitted: they stay as they are, or 0 if `is_fresh`.
    pub keep: &'a [String],
}

/// Weights that have been fitted.
pub struct SparseTuned {
    /// The weights.
    pub weights: SparseWeights,
    /// How many of them are not 0.
    pub used: usize,
    /// How good they are. An error is the square root of the mean square of the errors, in points
    /// of score.
    pub quality: FitQuality,
}

/// The parts of a fit, for those who watch it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// How many positions have been looked at, and how many there are.
    Positions(usize, usize),
    /// How many steps have been taken, and how many there are at most.
    Steps(usize, usize),
}

impl SparseTask<'_> {
    /// Fits the weights to positions. The same positions give the same weights.
    ///
    /// # Errors
    ///
    /// If the game has no sparse model, there is too little to learn from, the weights do not
    /// belong to the game, or `stop` is set on the way.
    pub fn fit(
        &self,
        judged: &[Judged],
        stop: &AtomicBool,
        report: &mut dyn FnMut(Progress),
    ) -> Result<SparseTuned, TuneError> {
        let session = self.place.open()?;
        let facts =
            session.sparse().ok_or_else(|| WeightsError::None(self.place.game.to_owned()))?;
        let unit = facts.unit;
        let old = self.weights.unwrap_or(&facts.weights);
        old.check_layout(&facts.weights)?;
        let kept = self.kept(&facts)?;
        let before: Vec<f64> = old.values().iter().map(|&weight| weight.into()).collect();
        let [held_out, fitted] = self.rows(judged, unit, stop, report)?;
        let zero = vec![0.0; before.len()];
        let centre = if self.is_fresh { &zero } else { &before };
        let found = squares::fit(&fitted, centre, &kept, self.prior, &mut |step| {
            report(Progress::Steps(step, STEPS));
            !stop.load(Relaxed)
        });
        if stop.load(Relaxed) {
            return Err(TuneError::Interrupted);
        }
        let limits = (i16::MIN.into(), i16::MAX.into());
        let after: Vec<f64> =
            found.iter().map(|weight| weight.round().clamp(limits.0, limits.1)).collect();
        let errors = |rows: &ActiveRows| [rows.error(&before) / unit, rows.error(&after) / unit];
        let values: Vec<i16> = after.iter().map(|&weight| weight as i16).collect();
        Ok(SparseTuned {
            used: values.iter().filter(|&&weight| weight != 0).count(),
            quality: FitQuality {
                scale: scale(&held_out, &after, unit),
                fitted: fitted.len(),
                held_out: held_out.len(),
                error: errors(&fitted),
                held_out_error: errors(&held_out),
            },
            weights: SparseWeights::new(old.layout(), values),
        })
    }

    /// For each weight, whether it stays.
    fn kept(&self, facts: &SparseFacts) -> Result<Vec<bool>, TuneError> {
        let mut kept = vec![false; facts.weights.values().len()];
        for name in self.keep {
            let kind = facts.kinds.iter().find(|kind| kind.name == *name).ok_or_else(|| {
                let known: Vec<_> = facts.kinds.iter().map(|kind| kind.name.as_str()).collect();
                TuneError::Keep { name: name.clone(), known: known.join(", ") }
            })?;
            kind.weights.iter().for_each(|weights| kept[weights.clone()].fill(true));
        }
        Ok(kept)
    }

    /// The positions to leave out, and those to fit.
    fn rows(
        &self,
        judged: &[Judged],
        unit: f64,
        stop: &AtomicBool,
        report: &mut dyn FnMut(Progress),
    ) -> Result<[ActiveRows; 2], TuneError> {
        let [held_out, fitted] = split(judged, |judged| judged.game, FEWEST)?;
        let before = Cell::new(0);
        let mut report = |done: usize, _: usize| {
            let done = (before.get() + done).min(judged.len());
            report(Progress::Positions(done, judged.len()));
        };
        let held = ActiveRows::of(self.place, &held_out, unit, stop, &mut report)?;
        before.set(held_out.len());
        Ok([held, ActiveRows::of(self.place, &fitted, unit, stop, &mut report)?])
    }
}

/// The difference of scores with which the weights predict best who wins.
fn scale(rows: &ActiveRows, weights: &[f64], unit: f64) -> f64 {
    let values: Vec<f64> = rows.sums(weights).map(|sum| sum / unit * THOUSANDTHS).collect();
    let won = |score: &f64| if *score == 0.0 { 0.5 } else { f64::from(u8::from(*score > 0.0)) };
    let results: Vec<f64> = rows.scores.iter().map(won).collect();
    logistic::scale(&values, &results) / THOUSANDTHS
}
