//! Some positions, ready for all parts of a model.

use crate::learned::features::Features;
use crate::learned::lesson::Lesson;

/// The positions of a batch: after each, the model changes.
pub(super) const BATCH: usize = 64;

/// What parts of a model have to know of some positions.
#[derive(Default)]
pub(super) struct FitBatch {
    /// For each position, the digits of all slots.
    digits: Vec<u8>,
    slots: usize,
    /// For each position, the states of all units of the hidden layer.
    states: Vec<u16>,
    units: usize,
    /// For each position, the set of weights.
    pub(super) sets: Vec<u16>,
}

impl FitBatch {
    /// Takes these positions of a lesson instead of others.
    pub(super) fn take(&mut self, features: &Features, lesson: &Lesson, positions: &[u32]) {
        (self.slots, self.units) = (features.facts.slots(), features.units.len());
        self.digits.resize(positions.len() * self.slots, 0);
        self.states.clear();
        self.sets.clear();
        for (&at, digits) in positions.iter().zip(self.digits.chunks_exact_mut(self.slots)) {
            let set = lesson.spell(features, at as usize, digits);
            self.sets.push(set as u16);
            features.add_states(digits, set, &mut self.states);
        }
    }

    /// The digits of each position.
    pub(super) fn digits(&self) -> impl Iterator<Item = &[u8]> {
        self.digits.chunks_exact(self.slots.max(1))
    }

    /// The states of the units in each position.
    pub(super) fn states(&self) -> impl Iterator<Item = &[u16]> {
        self.states.chunks_exact(self.units.max(1))
    }
}
