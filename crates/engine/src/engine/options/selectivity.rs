//! `Selectivity`: how much less deeply the search looks at moves that seem worse.

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Plan, Setting};

/// The default: exactly the game's own selectivity.
pub const DEFAULT_SELECTIVITY: u64 = 100;
const MAX: u64 = 300;

/// Percent of the game's own [selectivity](sarsen_core::game::Selectivity).
pub(crate) struct SelectivityOption(u32);

impl Default for SelectivityOption {
    fn default() -> Self {
        Self(DEFAULT_SELECTIVITY as u32)
    }
}

impl OptionOf<Parts> for SelectivityOption {
    fn offer(&self, _: &Parts) -> Offer {
        Offer::spin(
            "Selectivity",
            DEFAULT_SELECTIVITY,
            0..=MAX,
            "how much less deeply the search looks at moves that seem worse, in percent; \
             0: full width, nothing is overlooked",
        )
    }

    fn set(&mut self, value: Setting, parts: &mut Parts) -> Result<(), String> {
        self.0 = value.number() as u32;
        // Its entries come from searches with another selectivity.
        parts.table.clear();
        Ok(())
    }
}

impl EngineOption for SelectivityOption {
    fn shape(&self, plan: &mut Plan) {
        let is_widened = plan.request.full_width && self.0 > 0;
        plan.request.selectivity = if is_widened { 0 } else { self.0 };
        plan.empties_table |= is_widened;
    }
}
