//! The model: tables of weights, and one hidden layer, added up. Its value is the logarithm of the
//! odds of winning.

#[cfg(test)]
use super::features::Active;
use super::features::Features;

/// A unit of the hidden layer tells at most this.
pub(super) const MOST_ACTIVITY: f32 = 4.0;

/// The model, in numbers that learn.
///
/// Its units in the hidden layer come in images: each unit looks at all images of the position, and
/// what it tells of them is added. So images of a position have the same value.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The weights of all tables.
    pub(super) shared: Vec<f32>,
    /// For each set, what its weights of the tables have in addition. Empty if there is one set.
    pub(super) own: Vec<f32>,
    /// For each set, what is added to all values.
    pub(super) bias: Vec<f32>,
    /// For each row of inputs, what it adds to each unit.
    pub(super) inputs: Vec<f32>,
    /// What each unit begins with.
    pub(super) thresholds: Vec<f32>,
    /// What each unit adds to the value.
    pub(super) outputs: Vec<f32>,
}

impl Model {
    /// A model for which all positions are even.
    #[must_use]
    pub fn even(features: &Features) -> Self {
        let (sets, hidden) = (features.sets(), features.hidden());
        let own = if sets > 1 { sets * features.weights } else { 0 };
        Self {
            shared: vec![0.0; features.weights],
            own: vec![0.0; own],
            bias: vec![0.0; sets],
            inputs: vec![0.0; features.rows * hidden],
            thresholds: vec![0.0; hidden],
            outputs: vec![0.0; hidden],
        }
    }

    /// All numbers, in the order of the file.
    pub(super) fn parts(&self) -> [&Vec<f32>; 6] {
        let Self { shared, own, bias, inputs, thresholds, outputs } = self;
        [shared, own, bias, inputs, thresholds, outputs]
    }

    /// The same, to change them.
    pub(super) fn parts_mut(&mut self) -> [&mut Vec<f32>; 6] {
        let Self { shared, own, bias, inputs, thresholds, outputs } = self;
        [shared, own, bias, inputs, thresholds, outputs]
    }

    /// The value of a position, added up in the plain way.
    #[cfg(test)]
    pub(super) fn value(&self, features: &Features, active: &Active) -> f32 {
        let mut sum = self.bias[active.set];
        for &at in &active.weights {
            sum += self.shared[at as usize];
            let own = self.own.get(active.set * self.shared.len() + at as usize);
            sum += own.copied().unwrap_or(0.0);
        }
        let hidden = self.thresholds.len();
        for image in &features.unit_images {
            let mut activity = self.thresholds.clone();
            for (&unit, &state) in image.iter().zip(&active.states) {
                let row = features.units[usize::from(unit)].first as usize + usize::from(state);
                let row = &self.inputs[row * hidden..][..hidden];
                activity.iter_mut().zip(row).for_each(|(sum, input)| *sum += input);
            }
            let tells = activity.iter().zip(&self.outputs);
            sum += tells.map(|(a, output)| a.clamp(0.0, MOST_ACTIVITY) * output).sum::<f32>();
        }
        sum
    }
}
