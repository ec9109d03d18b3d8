//! `Strength`: below 100, the engine plays worse on purpose.

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Plan, Setting};
use crate::session::variety::Margin;

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
            "below 100 it looks less far ahead and may play a move that is not its best",
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
        let limit = node_limit(self.0);
        plan.request.nodes = Some(plan.request.nodes.map_or(limit, |nodes| nodes.min(limit)));
        let lacking = FULL - self.0;
        plan.margin = Some(Margin::Part((lacking * lacking / FULL) as u8));
        plan.uses_book = false;
    }
}

/// The limit for the positions visited for a move. Each 20 points of strength multiply it by eight.
fn node_limit(strength: u64) -> u64 {
    (100.0 * (3.0 * strength as f64 / 20.0).exp2()) as u64
}
