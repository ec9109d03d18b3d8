//! `Own Ponder`: the engine thinks on after `bestmove`.

use crate::engine::option::OptionOf;
use crate::engine::{Offer, Setting};
use crate::server::option_context::OptionContext;

/// `Own Ponder`: the engine thinks on after `bestmove`.
#[derive(Default)]
pub(in crate::server) struct OwnPonderOption {
    pub(in crate::server) is_on: bool,
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
