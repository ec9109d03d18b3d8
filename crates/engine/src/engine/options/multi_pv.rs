//! `MultiPV`: the number of best moves for which a search finds a principal variation.

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Plan, Setting};

const MAX: u64 = 500;

/// The number of lines.
pub(crate) struct MultiPvOption(usize);

impl Default for MultiPvOption {
    fn default() -> Self {
        Self(1)
    }
}

impl OptionOf<Parts> for MultiPvOption {
    fn offer(&self, _: &Parts) -> Offer {
        Offer::spin(
            "MultiPV",
            Self::default().0 as u64,
            1..=MAX,
            "the number of best moves for which the exact value and a line are found",
        )
    }

    fn set(&mut self, value: Setting, _: &mut Parts) -> Result<(), String> {
        self.0 = value.number() as usize;
        Ok(())
    }
}

impl EngineOption for MultiPvOption {
    fn shape(&self, plan: &mut Plan) {
        plan.request.lines = match plan.request.lines {
            _ if plan.request.limits.solve => 1,
            0 => self.0,
            lines => lines,
        };
    }
}
