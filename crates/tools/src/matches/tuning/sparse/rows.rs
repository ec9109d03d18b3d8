//! Which weights count in each position, and how far off its score they are.

use std::sync::atomic::AtomicBool;

use super::judged::Judged;
use crate::matches::tuning::{TuneError, Workplace};

/// The number of positions that a thread takes at once.
const BATCH: usize = 1024;

/// For each position, the weights that count there. Their sum predicts its score.
#[derive(Default)]
pub(super) struct ActiveRows {
    /// The indices of the weights, one position after another.
    active: Vec<u32>,
    /// For each position, where its indices end.
    ends: Vec<usize>,
    /// The scores, in units of the weights.
    pub(super) scores: Vec<f64>,
}

impl ActiveRows {
    /// The rows of positions of a game. A score is worth `unit` units.
    pub(super) fn of(
        place: Workplace<'_>,
        judged: &[&Judged],
        unit: f64,
        stop: &AtomicBool,
        report: &mut dyn FnMut(usize, usize),
    ) -> Result<Self, TuneError> {
        let batches: Vec<&[&Judged]> = judged.chunks(BATCH).collect();
        let done = place.map(
            ("rows", batches.len()),
            || place.open(),
            |session, number| {
                let mut rows = Self::default();
                let mut active = Vec::new();
                for one in batches[number] {
                    session.set_position(Some(&one.position), "")?;
                    active.clear();
                    session.active_weights(&mut active);
                    rows.push(&active, f64::from(one.score) * unit);
                }
                Ok(rows)
            },
            stop,
            &mut |count| report(count * BATCH, judged.len()),
        )?;
        let mut all = Self::default();
        for batch in done {
            let before = all.active.len();
            all.active.extend(batch.active);
            all.ends.extend(batch.ends.iter().map(|end| end + before));
            all.scores.extend(batch.scores);
        }
        Ok(all)
    }

    /// Adds a position: the weights that count there, and its score.
    pub(super) fn push(&mut self, active: &[u32], score: f64) {
        self.active.extend(active);
        self.ends.push(self.active.len());
        self.scores.push(score);
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The weights of each position.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.active[start..end])
    }

    /// The sum of the active weights of each position.
    pub(super) fn sums<'a>(&'a self, weights: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        self.iter().map(|row| row.iter().map(|&at| weights[at as usize]).sum())
    }

    /// For each weight, the sum over the positions in which it counts.
    pub(super) fn spread(&self, by_position: &[f64], weights: usize) -> Vec<f64> {
        let mut sums = vec![0.0; weights];
        for (row, by) in self.iter().zip(by_position) {
            for &at in row {
                sums[at as usize] += by;
            }
        }
        sums
    }

    /// For each weight, the sum of the squares of how often it counts in a position.
    pub(super) fn counts(&self, weights: usize) -> Vec<f64> {
        let mut counts = vec![0.0; weights];
        let mut sorted: Vec<u32> = Vec::new();
        for row in self.iter() {
            sorted.clear();
            sorted.extend_from_slice(row);
            sorted.sort_unstable();
            for same in sorted.chunk_by(|a, b| a == b) {
                counts[same[0] as usize] += (same.len() * same.len()) as f64;
            }
        }
        counts
    }

    /// The square root of the mean square of the errors.
    pub(super) fn error(&self, weights: &[f64]) -> f64 {
        let squares =
            self.sums(weights).zip(&self.scores).map(|(sum, score)| (sum - score).powi(2));
        (squares.sum::<f64>() / self.len().max(1) as f64).sqrt()
    }
}
