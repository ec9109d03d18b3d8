//! `Strength`: below 100, the engine plays worse on purpose.

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Plan, Setting};
use crate::session::variety::Margin;

/// All that the engine can do.
const FULL: u64 = 100;

/// From 0 to [`FULL`].
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
        let most = nodes(self.0);
        plan.request.nodes = Some(plan.request.nodes.map_or(most, |nodes| nodes.min(most)));
        let lacking = FULL - self.0;
        plan.margin = Some(Margin::Part((lacking * lacking / FULL) as u8));
        plan.uses_book = false;
    }
}

/// Positions that the engine visits for a move: eight times as many every 20 points.
fn nodes(strength: u64) -> u64 {
    (100.0 * (3.0 * strength as f64 / 20.0).exp2()) as u64
}
