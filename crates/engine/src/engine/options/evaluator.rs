//! `Evaluator`: what judges positions.

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Setting};

/// The name of the evaluator that was last set. Another game may have one of that name.
#[derive(Default)]
pub(crate) struct EvaluatorOption(Option<String>);

impl OptionOf<Parts> for EvaluatorOption {
    fn offer(&self, parts: &Parts) -> Offer {
        Offer::combo("Evaluator", parts.session.evaluators(), "what judges positions")
    }

    fn set(&mut self, value: Setting, parts: &mut Parts) -> Result<(), String> {
        let name = value.word();
        parts.session.select_evaluator(name);
        self.0 = Some(name.to_owned());
        // Its entries come from the old evaluator.
        parts.table.clear();
        Ok(())
    }
}

impl EngineOption for EvaluatorOption {
    fn carry_over(&mut self, parts: &mut Parts) {
        if let Some(name) = &self.0 {
            // A game without it uses its own default.
            parts.session.select_evaluator(name);
        }
    }
}
