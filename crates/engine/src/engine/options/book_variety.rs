//! `Book Variety`: how much worse than the best move a chosen move may be.

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Plan, Setting};
use sarsen_core::game::value::Value;

const MAX: u64 = 1_000_000;

/// The limit for the loss, in points.
#[derive(Default)]
pub(crate) struct BookVarietyOption(Value);

impl OptionOf<Parts> for BookVarietyOption {
    fn offer(&self, _: &Parts) -> Offer {
        Offer::spin(
            "Book Variety",
            0,
            0..=MAX,
            "the number of points by which a chosen move may be worse than the best",
        )
    }

    fn set(&mut self, value: Setting, _: &mut Parts) -> Result<(), String> {
        self.0 = value.number() as Value;
        Ok(())
    }
}

impl EngineOption for BookVarietyOption {
    fn shape(&self, plan: &mut Plan) {
        if plan.chooses_move() && self.0 > 0 {
            plan.margin = Some(self.0);
        }
    }
}
