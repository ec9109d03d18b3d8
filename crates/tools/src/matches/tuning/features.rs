//! The features of positions: how their values change with each weight.

use std::sync::atomic::AtomicBool;

use super::error::TuneError;
use super::sample::Sample;
use super::task::Task;
use super::workplace::Workplace;
use sarsen_core::game::value::{Score, Value, share};
use sarsen_core::game::{Player, Weights};
use sarsen_engine::session::Think;

/// The points added to a weight to see its effect. Values are whole numbers, so a small step would
/// mostly show their rounding. If the evaluator is linear in its weights, the size of the step
/// makes no other difference.
const STEP: Value = 500;

/// The number of positions that a thread takes at once.
const BATCH: usize = 1024;

/// For each position, its value for the first player, and the gradient of this value: what one
/// point more of each weight would add to it.
#[derive(Default)]
pub(super) struct Gradients {
    pub(super) values: Vec<f64>,
    /// The parts of the gradients that are not 0, one position after another: the index of the
    /// weight, and what it adds.
    parts: Vec<(u32, f32)>,
    /// For each position, the index in `parts` where its gradient ends.
    ends: Vec<usize>,
}

impl Gradients {
    /// The features of positions at `weights`, for the weights whose indices are in `free`.
    pub(super) fn of(
        task: &Task<'_>,
        samples: &[&Sample],
        weights: &Weights,
        free: &[usize],
        stop: &AtomicBool,
        report: &mut dyn FnMut(usize, usize),
    ) -> Result<Self, TuneError> {
        let batches: Vec<&[&Sample]> = samples.chunks(BATCH).collect();
        let done = task.place.map(
            ("features", batches.len()),
            || sessions(task.place, weights, free),
            |sessions, number| batch_of(sessions, batches[number]),
            stop,
            &mut |count| report(count, batches.len()),
        )?;
        let mut all = Self::default();
        done.into_iter().for_each(|batch| all.append(batch));
        Ok(all)
    }

    /// Adds a position: its value and its gradient.
    pub(super) fn push(&mut self, value: f64, by_weight: impl Iterator<Item = f32>) {
        self.values.push(value);
        let parts = (0..).zip(by_weight).filter(|&(_, by)| by != 0.0);
        self.parts.extend(parts);
        self.ends.push(self.parts.len());
    }

    fn append(&mut self, other: Self) {
        let before = self.parts.len();
        self.values.extend(other.values);
        self.parts.extend(other.parts);
        self.ends.extend(other.ends.iter().map(|end| end + before));
    }

    /// The gradient of each position, without the parts that are 0.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[(u32, f32)]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.parts[start..end])
    }

    /// The values after the weights have changed by these steps.
    pub(super) fn after<'a>(&'a self, steps: &'a [f64]) -> impl Iterator<Item = f64> {
        self.values.iter().zip(self.rows()).map(|(value, row)| {
            value + row.iter().map(|&(at, by)| steps[at as usize] * f64::from(by)).sum::<f64>()
        })
    }
}

/// A session with the weights, and one for each free weight in which that weight is larger.
fn sessions(
    place: Workplace<'_>,
    weights: &Weights,
    free: &[usize],
) -> Result<Vec<Box<dyn Think>>, TuneError> {
    let values = weights.values();
    let session = |more: Option<usize>| -> Result<Box<dyn Think>, TuneError> {
        let mut values = values.clone();
        if let Some(at) = more {
            values[at] += STEP;
        }
        let mut session = place.open()?;
        session.set_weights(Some(&weights.with(&values)))?;
        Ok(session)
    };
    std::iter::once(None).chain(free.iter().copied().map(Some)).map(session).collect()
}

/// The features of some positions.
fn batch_of(sessions: &mut [Box<dyn Think>], samples: &[&Sample]) -> Result<Gradients, TuneError> {
    let mut features = Gradients::default();
    let mut values = Vec::new();
    for sample in samples {
        values.clear();
        for session in &mut *sessions {
            session.set_position(Some(&sample.position), "")?;
            let value = session.evaluate().map_or(0.0, |score| points(score, session.scale().odds));
            values.push(if session.turn() == Some(Player::Second) { -value } else { value });
        }
        let by = |value: &f64| ((value - values[0]) / f64::from(STEP)) as f32;
        features.push(values[0], values[1..].iter().map(by));
    }
    Ok(features)
}

/// What an evaluator says, in points. The points of an expectation are the logarithm of its odds:
/// `scale` of them multiply the odds by e.
fn points(score: Score, scale: Value) -> f64 {
    /// Certainty has no logarithm.
    const LEAST: f64 = 1e-6;
    match score {
        Score::Chance(value) => {
            let share = share(value).clamp(LEAST, 1.0 - LEAST);
            f64::from(scale) * (share / (1.0 - share)).ln()
        }
        score => f64::from(score.value()),
    }
}
