//! The fit of weights to positions. It takes rounds, because an evaluator need not be linear in its
//! weights.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::error::TuneError;
use super::features::Gradients;
use super::logistic::{self, Prior};
use super::quality::{FitQuality, split};
use super::sample::Sample;
use super::task::Task;
use sarsen_core::game::value::Value;
use sarsen_core::game::{LARGEST_WEIGHT, Weights};

/// The limit of rounds, for evaluators that are not linear in their weights.
const ROUNDS: usize = 5;

/// Weights that have been fitted.
pub struct Tuned {
    /// The weights before.
    pub old: Weights,
    /// The weights after.
    pub new: Weights,
    /// How good they are. An error is the mean of minus the logarithm of each result's likelihood.
    pub quality: FitQuality,
}

/// Positions with the results of their games.
struct Data<'a> {
    samples: Vec<&'a Sample>,
    results: Vec<f64>,
}

impl<'a> Data<'a> {
    fn new(samples: Vec<&'a Sample>) -> Self {
        let results = samples.iter().map(|sample| sample.result).collect();
        Self { samples, results }
    }
}

impl Task<'_> {
    /// Fits the weights to positions. The same positions give the same weights. Calls `report` with
    /// the number of finished parts of a round and the number of all its parts.
    ///
    /// # Errors
    ///
    /// If there is too little to learn from, the weights do not belong to the game, or `stop` is
    /// set on the way.
    pub fn fit(
        &self,
        samples: &[Sample],
        stop: &AtomicBool,
        report: &mut dyn FnMut(usize, usize),
    ) -> Result<Tuned, TuneError> {
        let free = self.free_weights()?;
        let [held_out, fitted] = self.split(samples)?;
        let old: Vec<f64> = floats(&self.weights);
        let pick = |all: &[f64]| free.iter().map(|&at| all[at]).collect::<Vec<f64>>();
        let prior = Prior { centre: pick(&old), spread: self.spread };
        let mut weights = self.weights.clone();
        let mut scale = 0.0;
        let mut before = 0.0;
        for round in 0..ROUNDS {
            let features = Gradients::of(self, &fitted.samples, &weights, &free, stop, report)?;
            if round == 0 {
                scale = logistic::scale(&features.values, &fitted.results);
                before = logistic::error(&features.values, &fitted.results, scale);
            }
            let from = floats(&weights);
            let found = logistic::fit(&features, &fitted.results, scale, &pick(&from), &prior);
            let mut values = weights.values();
            for (&at, weight) in free.iter().zip(&found) {
                let limit = f64::from(LARGEST_WEIGHT);
                values[at] = weight.round().clamp(-limit, limit) as Value;
            }
            let next = weights.with(&values);
            let steps: Vec<f64> = free.iter().map(|&at| f64::from(values[at]) - from[at]).collect();
            let real = Gradients::of(self, &fitted.samples, &next, &[], stop, report)?.values;
            weights = next;
            // If the evaluator is nearly linear here, another round would find nothing new.
            let off = features.after(&steps).zip(&real).map(|(a, b)| (a - b).abs()).sum::<f64>();
            if off <= real.len() as f64 {
                break;
            }
        }
        let error_of = |data: &Data<'_>, weights: &Weights| -> Result<f64, TuneError> {
            let features = Gradients::of(self, &data.samples, weights, &[], stop, &mut |_, _| {})?;
            Ok(logistic::error(&features.values, &data.results, scale))
        };
        let held_out_error = [error_of(&held_out, &self.weights)?, error_of(&held_out, &weights)?];
        let error = [before, error_of(&fitted, &weights)?];
        if stop.load(Relaxed) {
            return Err(TuneError::Interrupted);
        }
        Ok(Tuned {
            old: self.weights.clone(),
            new: weights,
            quality: FitQuality {
                scale,
                fitted: fitted.samples.len(),
                held_out: held_out.samples.len(),
                error,
                held_out_error,
            },
        })
    }

    /// The indices of the weights that may change.
    fn free_weights(&self) -> Result<Vec<usize>, TuneError> {
        let names = self.weights.names();
        let is_kept = |name: &str, kept: &String| {
            name == kept
                || name.strip_prefix(kept.as_str()).is_some_and(|rest| rest.starts_with('['))
        };
        if let Some(lost) = self.keep.iter().find(|kept| !names.iter().any(|n| is_kept(n, kept))) {
            return Err(TuneError::Keep { name: lost.clone(), known: names.join(", ") });
        }
        let is_free = |&at: &usize| !self.keep.iter().any(|kept| is_kept(&names[at], kept));
        Ok((0..names.len()).filter(is_free).collect())
    }

    /// The positions to leave out and the positions to fit. An error if they are too few, or if one
    /// player won none of the latter.
    fn split<'a>(&self, samples: &'a [Sample]) -> Result<[Data<'a>; 2], TuneError> {
        let least = 2 * self.weights.names().len().max(10);
        let [held_out, fitted] = split(samples, |sample| sample.game, least)?;
        let won = [1.0, 0.0].map(|result| fitted.iter().filter(|one| one.result == result).count());
        if won.contains(&0) {
            return Err(TuneError::OneSided { positions: fitted.len(), won });
        }
        Ok([Data::new(held_out), Data::new(fitted)])
    }
}

fn floats(weights: &Weights) -> Vec<f64> {
    weights.values().into_iter().map(f64::from).collect()
}
