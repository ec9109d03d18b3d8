//! `Clear Hash`: empties the transposition table.

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Setting};

/// A button.
#[derive(Default)]
pub(crate) struct ClearHashOption;

impl OptionOf<Parts> for ClearHashOption {
    fn offer(&self, _: &Parts) -> Offer {
        Offer::button("Clear Hash", "empties the transposition table")
    }

    fn set(&mut self, _: Setting, parts: &mut Parts) -> Result<(), String> {
        parts.clear();
        Ok(())
    }
}

impl EngineOption for ClearHashOption {}
