//! How the numbers of a model are written as whole numbers.

use super::features::Features;
use super::learned_weights::LearnedWeights;
use super::model::Model;
use sarsen_core::game::WeightsError;
use sarsen_core::game::value::Value;

/// The points that multiply the odds of winning by e.
pub const POINTS: Value = 100;

/// This many units of a weight in a table are worth a point.
pub(super) const POINT: i32 = 16;

/// This much of a unit's activity is 1.
pub(super) const ACTIVITY: i32 = 256;

/// This much of a unit's output is 1.
pub(super) const OUTPUT: i32 = 1024;

/// The scales of all parts of a model, in the order of [`Model::parts`].
pub(super) const SCALES: [i32; 6] = {
    let table = POINT * POINTS;
    [table, table, table, ACTIVITY, ACTIVITY, OUTPUT]
};

/// The weights of a model in whole numbers, for a game (with its setup). `made` says how they were
/// learnt.
#[must_use]
pub fn to_weights(model: &Model, features: &Features, game: &str, made: &str) -> LearnedWeights {
    let rounded = |(part, scale): (&Vec<f32>, i32)| {
        part.iter().map(move |number| (number * scale as f32).round() as i16).collect::<Vec<i16>>()
    };
    let values = model.parts().into_iter().zip(SCALES).flat_map(rounded).collect();
    LearnedWeights::new(game, features, values, made)
}

/// The model that these weights are of.
///
/// # Errors
///
/// If there are more or fewer weights than the features need.
pub fn to_model(weights: &LearnedWeights, features: &Features) -> Result<Model, WeightsError> {
    let mut model = Model::even(features);
    let wanted: usize = model.parts().iter().map(|part| part.len()).sum();
    let mut values = weights.values();
    if values.len() != wanted {
        let problem = format!("there are {} weights instead of {wanted}", values.len());
        return Err(WeightsError::Learned(problem));
    }
    for (part, scale) in model.parts_mut().into_iter().zip(SCALES) {
        let (own, rest) = values.split_at(part.len());
        part.iter_mut()
            .zip(own)
            .for_each(|(number, &value)| *number = f32::from(value) / scale as f32);
        values = rest;
    }
    Ok(model)
}
