//! `Ponder`: `bestmove` names the expected reply.

use crate::engine::option::OptionOf;
use crate::engine::{Offer, Setting};
use crate::server::option_context::OptionContext;

/// `Ponder`: `bestmove` names the expected reply.
#[derive(Default)]
pub(in crate::server) struct PonderOption {
    pub(in crate::server) is_on: bool,
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
