//! Some units of the hidden layer, as they learn.

use super::batch::FitBatch;
use super::steps::{Adam, AdamStep, LANES, UnitLanes};
use crate::learned::features::Features;
use crate::learned::model::{MOST_ACTIVITY, Model};

/// The rate of learning, at first.
const RATE: f32 = 0.003;

/// The same if the fit goes on from a model.
const FURTHER_RATE: f32 = 0.001;

/// The greatest absolute value of an output.
const MOST_OUTPUT: f32 = 16.0;

/// The sum of all inputs that a unit can have, so that it fits 16 bits.
const MOST_SUM: f32 = 120.0;

/// Units that are computed together, for all images of a position.
pub(super) struct SomeUnits {
    /// The number of the first one.
    first: usize,
    /// For each image of the position, the first rows of the inputs.
    images: Vec<Vec<u32>>,
    inputs: Adam,
    /// The threshold of each unit, and its output.
    thresholds: Adam,
    outputs: Adam,
    rate: f32,
    /// The number of batches so far.
    batches: i32,
    /// For each position and image, what the units came to.
    activities: Vec<UnitLanes>,
}

impl SomeUnits {
    /// The units from this one on. `is_new` says that the model has learnt nothing yet.
    pub(super) fn new(features: &Features, model: &Model, first: usize, is_new: bool) -> Self {
        let hidden = features.hidden();
        let width = LANES.min(hidden - first);
        let lanes = |numbers: &[f32]| {
            let mut lanes = [0.0; LANES];
            lanes[..width].copy_from_slice(&numbers[first..][..width]);
            lanes
        };
        let rows_of = |image: &Vec<u16>| {
            image.iter().map(|&unit| features.units[usize::from(unit)].first).collect()
        };
        let most = MOST_SUM / (features.units.len() as f32 + 1.0);
        let inputs = model.inputs.chunks_exact(hidden).map(lanes).collect();
        Self {
            first,
            images: features.unit_images.iter().map(rows_of).collect(),
            inputs: Adam::new(inputs, most),
            thresholds: Adam::new(vec![lanes(&model.thresholds)], most),
            outputs: Adam::new(vec![lanes(&model.outputs)], MOST_OUTPUT),
            rate: if is_new { RATE } else { FURTHER_RATE },
            batches: 0,
            activities: Vec::new(),
        }
    }

    /// Adds what the units tell of each position.
    #[inline(always)]
    pub(super) fn tell(&mut self, batch: &FitBatch, values: &mut [f32]) {
        self.activities.clear();
        let (threshold, output) = (self.thresholds.numbers[0], self.outputs.numbers[0]);
        for (states, value) in batch.states().zip(values) {
            let mut told = [0.0; LANES];
            for image in &self.images {
                let mut sums = threshold;
                for (&first, &state) in image.iter().zip(states) {
                    let row = self.inputs.numbers[first as usize + usize::from(state)];
                    for (sum, input) in sums.iter_mut().zip(row) {
                        *sum += input;
                    }
                }
                self.activities.push(sums);
                for (told, (sum, output)) in told.iter_mut().zip(sums.into_iter().zip(output)) {
                    *told += sum.clamp(0.0, MOST_ACTIVITY) * output;
                }
            }
            *value += told.iter().sum::<f32>();
        }
    }

    /// Learns from the batch that they have just [told](Self::tell) of. `rest` is the part of the
    /// fit that is left.
    #[inline(always)]
    pub(super) fn learn(&mut self, batch: &FitBatch, slopes: &[f32], rest: f32) {
        let output = self.outputs.numbers[0];
        let (mut thresholds, mut outputs) = ([0.0; LANES], [0.0; LANES]);
        let mut activities = self.activities.iter();
        for (states, &slope) in batch.states().zip(slopes) {
            for (image, activity) in self.images.iter().zip(&mut activities) {
                let mut by = [0.0; LANES];
                for lane in 0..LANES {
                    let told = activity[lane].clamp(0.0, MOST_ACTIVITY);
                    outputs[lane] += slope * told;
                    let is_between = activity[lane] > 0.0 && activity[lane] < MOST_ACTIVITY;
                    by[lane] = if is_between { slope * output[lane] } else { 0.0 };
                    thresholds[lane] += by[lane];
                }
                for (&first, &state) in image.iter().zip(states) {
                    let row = &mut self.inputs.slopes[first as usize + usize::from(state)];
                    for (sum, by) in row.iter_mut().zip(by) {
                        *sum += by;
                    }
                }
            }
        }
        (self.thresholds.slopes[0], self.outputs.slopes[0]) = (thresholds, outputs);
        self.batches += 1;
        let step = AdamStep::new(self.rate * rest, slopes.len(), self.batches);
        self.inputs.step(step);
        self.thresholds.step(step);
        self.outputs.step(step);
    }

    /// Writes the numbers into a model.
    pub(super) fn write(&self, model: &mut Model) {
        let hidden = model.thresholds.len();
        let width = LANES.min(hidden - self.first);
        let write = |numbers: &mut [f32], lanes: &UnitLanes| {
            numbers[self.first..][..width].copy_from_slice(&lanes[..width]);
        };
        let inputs = model.inputs.chunks_exact_mut(hidden).zip(&self.inputs.numbers);
        inputs.for_each(|(numbers, lanes)| write(numbers, lanes));
        write(&mut model.thresholds, &self.thresholds.numbers[0]);
        write(&mut model.outputs, &self.outputs.numbers[0]);
    }
}
