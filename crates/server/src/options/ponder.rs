//! `Ponder`: `bestmove` names the expected reply.

use crate::option_context::OptionContext;
use sarsen_engine::engine::option::OptionOf;
use sarsen_engine::engine::{Offer, Setting};

/// `Ponder`: `bestmove` names the expected reply.
#[derive(Default)]
pub(crate) struct PonderOption {
    pub(crate) is_on: bool,
}

impl OptionOf<OptionContext<'_>> for PonderOption {
    fn offer(&self, _: &OptionContext<'_>) -> Offer {
        Offer::check("Ponder", false, "whether 'bestmove' names the expected reply")
    }

    fn set(&mut self, value: Setting, _: &mut OptionContext<'_>) -> Result<(), String> {
        self.is_on = value.truth();
        Ok(())
    }
}
