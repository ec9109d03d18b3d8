//! `Strength`: below 100, the engine plays worse on purpose.

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Plan, Setting};

/// The strength of an engine without this limit.
const FULL: u64 = 100;

/// A strength from 0 to [`FULL`].
pub(crate) struct StrengthOption(u64);

impl Default for StrengthOption {
    fn default() -> Self {
        Self(FULL)
    }
}

impl OptionOf<Parts> for StrengthOption {
    fn offer(&self, _: &Parts) -> Offer {
        Offer::spin(
            "Strength",
            FULL,
            0..=FULL,
            "below 100 it looks less far ahead and overlooks moves; 0 plays at random",
        )
    }

    fn set(&mut self, value: Setting, _: &mut Parts) -> Result<(), String> {
        self.0 = value.number();
        Ok(())
    }
}

impl EngineOption for StrengthOption {
    fn shape(&self, plan: &mut Plan) {
        if !plan.chooses_move() || self.0 == FULL {
            return;
        }
        plan.strength = Some(self.0 as u8);
        plan.uses_book = false;
    }
}
