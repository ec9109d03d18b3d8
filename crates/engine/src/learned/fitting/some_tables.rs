//! Some tables of weights, as they learn.

use std::ops::Range;

use super::batch::FitBatch;
use super::steps::Adagrad;
use crate::learned::features::{Features, TableLookup};
use crate::learned::model::Model;

/// The rate of learning, at first.
pub(super) const RATE: f32 = 0.03;

/// How much slower a set's own part of the tables learns.
const OWN: f32 = 0.4;

/// Tables that follow one another.
pub(super) struct SomeTables<'a> {
    features: &'a Features,
    /// What is looked up in them.
    lookups: Vec<TableLookup<'a>>,
    /// Their weights, as a part of all.
    weights: Range<usize>,
    /// The same in numbers that learn.
    shared: Adagrad,
    /// For each set, its own part. Empty if there is one set.
    own: Vec<Adagrad>,
    /// Which weights count, position by position.
    active: Vec<u32>,
}

impl<'a> SomeTables<'a> {
    /// These tables.
    pub(super) fn new(features: &'a Features, model: &Model, tables: Range<usize>) -> Self {
        let first = |table: usize| features.tables.get(table).map(|table| table.first as usize);
        let begin = first(tables.start).unwrap_or(features.weights);
        let weights = begin..first(tables.end).unwrap_or(features.weights);
        let lookups = features.lookups().filter(|lookup| tables.contains(&lookup.table()));
        let sets = model.own.chunks_exact(features.weights.max(1));
        Self {
            features,
            lookups: lookups.collect(),
            shared: Adagrad::new(model.shared[weights.clone()].to_vec()),
            own: sets.map(|own| Adagrad::new(own[weights.clone()].to_vec())).collect(),
            weights,
            active: Vec::new(),
        }
    }

    /// Adds what the tables tell of each position.
    #[inline(always)]
    pub(super) fn tell(&mut self, batch: &FitBatch, values: &mut [f32]) {
        self.active.clear();
        for ((digits, &set), value) in batch.digits().zip(&batch.sets).zip(values) {
            let own = self.own.get(usize::from(set));
            for lookup in &self.lookups {
                let at = self.features.weight(lookup, digits) as usize - self.weights.start;
                self.active.push(at as u32);
                *value += self.shared.numbers[at] + own.map_or(0.0, |own| own.numbers[at]);
            }
        }
    }

    /// Learns from the batch that they have just [told](Self::tell) of. `rest` is the part of the
    /// fit that is left.
    #[inline(always)]
    pub(super) fn learn(&mut self, batch: &FitBatch, slopes: &[f32], rest: f32) {
        let active = self.active.chunks_exact(self.lookups.len());
        for ((active, &set), &slope) in active.zip(&batch.sets).zip(slopes) {
            for &at in active {
                self.shared.step(at as usize, slope, RATE * rest);
            }
            if let Some(own) = self.own.get_mut(usize::from(set)) {
                for &at in active {
                    own.step(at as usize, slope, OWN * RATE * rest);
                }
            }
        }
    }

    /// Writes the numbers into a model.
    pub(super) fn write(&self, model: &mut Model) {
        model.shared[self.weights.clone()].copy_from_slice(&self.shared.numbers);
        let sets = model.own.chunks_exact_mut(self.features.weights.max(1));
        for (numbers, own) in sets.zip(&self.own) {
            numbers[self.weights.clone()].copy_from_slice(&own.numbers);
        }
    }
}
