//! `Weights`: the weights of the game's own first evaluator, or of `learned`.

use std::path::Path;

use crate::engine::engine_option::{
    BUILT_IN, Content, EngineOption, FileReader, Offer, OptionOf, Parts, Setting, if_file,
};
use crate::session::AnyWeights;

/// The weights that were last set. If another game cannot use them, they stay here for later.
#[derive(Default)]
pub(crate) struct WeightsOption(Option<AnyWeights>);

impl WeightsOption {
    fn take(&mut self, weights: Option<AnyWeights>, parts: &mut Parts) -> Result<(), String> {
        parts.session.use_weights(weights.as_ref()).map_err(|error| error.to_string())?;
        if let Some(weights) = &weights {
            tell_if_idle(weights, parts);
        }
        self.0 = weights;
        // Its entries come from the old weights.
        parts.table.clear();
        Ok(())
    }
}

/// Says so if the evaluator that takes these weights is not in use.
fn tell_if_idle(weights: &AnyWeights, parts: &Parts) {
    let taker = parts.session.taker(weights);
    if taker != parts.session.evaluator() {
        log::info!("the option Weights has no effect until the option Evaluator is {taker}");
    }
}

impl OptionOf<Parts> for WeightsOption {
    fn offer(&self, _: &Parts) -> Offer {
        Offer::text(
            "Weights",
            BUILT_IN,
            "the weights of the game's first evaluator or of 'learned': built-in, or a file",
        )
    }

    fn set(&mut self, value: Setting, parts: &mut Parts) -> Result<(), String> {
        self.take(None, parts).map_err(|error| format!("{}: {error}", value.word()))
    }
}

impl EngineOption for WeightsOption {
    fn carry_over(&mut self, parts: &mut Parts) {
        if let Some(weights) = &self.0
            && let Err(error) = parts.session.use_weights(Some(weights))
        {
            log::info!("the option Weights is not for {}: {error}", parts.session.game());
        }
    }

    fn file(&self, value: &Setting) -> Option<FileReader> {
        if_file(value, read)
    }

    fn adopt(&mut self, content: Content, parts: &mut Parts) -> Result<(), String> {
        let weights = content.downcast().map_err(|_| "these are no weights")?;
        self.take(Some(*weights), parts)
    }
}

fn read(path: &Path) -> Result<Content, String> {
    let weights = AnyWeights::load(path).map_err(|error| error.to_string())?;
    Ok(Box::new(weights))
}
