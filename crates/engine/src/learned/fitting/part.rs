//! The parts of a model. Each learns on its own: all that it has to know of the others is the slope
//! of each position. So parts can be computed side by side, and it does not matter by whom.

use super::batch::FitBatch;
use super::some_tables::{self, SomeTables};
use super::some_units::SomeUnits;
use super::steps::{Adagrad, LANES};
use crate::learned::features::Features;
use crate::learned::model::Model;
use sarsen_core::sys::processor::{Computation, Processor, run_at_best};

/// The tables make at most so many parts.
const TABLE_PARTS: usize = 16;

/// A part of a model.
pub(super) enum ModelPart<'a> {
    /// What is added to all values of a set.
    Bias(Adagrad),
    Tables(Box<SomeTables<'a>>),
    Units(Box<SomeUnits>),
}

/// What to do with a part.
pub(super) enum PartTask<'a> {
    /// Tell of each position: the values are added to these.
    Tell(&'a mut [f32]),
    /// Learn from the batch that was told of last: the slopes of the positions, and the part of the
    /// fit that is left.
    Learn(&'a [f32], f32),
}

impl<'a> ModelPart<'a> {
    /// All parts of a model. `is_new` says that it has learnt nothing yet.
    pub(super) fn all(features: &'a Features, model: &Model, is_new: bool) -> Vec<Self> {
        let mut parts = vec![Self::Bias(Adagrad::new(model.bias.clone()))];
        // Those that take longest come first.
        let units = (0..features.hidden()).step_by(LANES);
        let units = units.map(|at| Box::new(SomeUnits::new(features, model, at, is_new)));
        parts.extend(units.map(Self::Units));
        let mut lookups = vec![0; features.tables.len()];
        features.lookups().for_each(|lookup| lookups[lookup.table()] += 1);
        let enough = lookups.iter().sum::<usize>().div_ceil(TABLE_PARTS);
        let (mut first, mut count) = (0, 0);
        for (table, &more) in lookups.iter().enumerate() {
            count += more;
            if count >= enough || table + 1 == lookups.len() {
                let tables = SomeTables::new(features, model, first..table + 1);
                parts.push(Self::Tables(Box::new(tables)));
                (first, count) = (table + 1, 0);
            }
        }
        parts
    }

    /// Does some work for a batch.
    pub(super) fn work(&mut self, batch: &FitBatch, work: PartTask<'_>) {
        run_at_best(ModelPartWork { part: self, batch, work });
    }

    /// Writes the numbers into a model.
    pub(super) fn write(&self, model: &mut Model) {
        match self {
            Self::Bias(bias) => model.bias.copy_from_slice(&bias.numbers),
            Self::Tables(tables) => tables.write(model),
            Self::Units(units) => units.write(model),
        }
    }
}

struct ModelPartWork<'a, 'b, 'c> {
    part: &'a mut ModelPart<'b>,
    batch: &'a FitBatch,
    work: PartTask<'c>,
}

impl Computation for ModelPartWork<'_, '_, '_> {
    type Found = ();

    #[inline(always)]
    fn run<P: Processor>(self, _: P) {
        let Self { part, batch, work } = self;
        match (part, work) {
            (ModelPart::Bias(bias), PartTask::Tell(values)) => {
                for (&set, value) in batch.sets.iter().zip(values) {
                    *value += bias.numbers[usize::from(set)];
                }
            }
            (ModelPart::Bias(bias), PartTask::Learn(slopes, rest)) => {
                for (&set, &slope) in batch.sets.iter().zip(slopes) {
                    bias.step(set.into(), slope, some_tables::RATE * rest);
                }
            }
            (ModelPart::Tables(tables), PartTask::Tell(values)) => tables.tell(batch, values),
            (ModelPart::Tables(tables), PartTask::Learn(slopes, rest)) => {
                tables.learn(batch, slopes, rest)
            }
            (ModelPart::Units(units), PartTask::Tell(values)) => units.tell(batch, values),
            (ModelPart::Units(units), PartTask::Learn(slopes, rest)) => {
                units.learn(batch, slopes, rest)
            }
        }
    }
}
