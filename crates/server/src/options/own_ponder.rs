//! `Own Ponder`: the engine thinks on after `bestmove`.

use crate::option_context::OptionContext;
use sarsen_engine::engine::option::OptionOf;
use sarsen_engine::engine::{Offer, Setting};

/// `Own Ponder`: the engine thinks on after `bestmove`.
#[derive(Default)]
pub(crate) struct OwnPonderOption {
    pub(crate) is_on: bool,
}

impl OptionOf<OptionContext<'_>> for OwnPonderOption {
    fn offer(&self, _: &OptionContext<'_>) -> Offer {
        let about = "whether it thinks on after 'bestmove', about the reply it expects, \
                     until the next command";
        Offer::check("Own Ponder", false, about)
    }

    fn set(&mut self, value: Setting, _: &mut OptionContext<'_>) -> Result<(), String> {
        self.is_on = value.truth();
        Ok(())
    }
}
