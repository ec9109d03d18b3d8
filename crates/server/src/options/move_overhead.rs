//! `Move Overhead`: the time lost between the engine and the clock at each move.

use crate::option_context::OptionContext;
use sarsen_engine::engine::option::OptionOf;
use sarsen_engine::engine::{Offer, Setting};

/// `Move Overhead`: the time lost between the engine and the clock at each move.
pub(crate) struct MoveOverheadOption {
    pub(crate) ms: u64,
}

impl Default for MoveOverheadOption {
    fn default() -> Self {
        Self { ms: 10 }
    }
}

impl OptionOf<OptionContext<'_>> for MoveOverheadOption {
    fn offer(&self, _: &OptionContext<'_>) -> Offer {
        let about = "milliseconds lost between the engine and the clock at each move";
        Offer::spin("Move Overhead", Self::default().ms, 0..=5000, about)
    }

    fn set(&mut self, value: Setting, _: &mut OptionContext<'_>) -> Result<(), String> {
        self.ms = value.number();
        Ok(())
    }
}
