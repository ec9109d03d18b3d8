//! The options that the server owns, one file each, and the list of them. The others belong to the
//! [engine](sarsen_engine::engine). To add one, write its file and name it here: `mod` and a line
//! of the list.

mod game;
mod move_overhead;
mod own_ponder;
mod ponder;
mod uci_variant;

use crate::option_context::OptionContext;
use sarsen_engine::engine::option::{self, OptionOf};
use sarsen_engine::engine::{Offer, OptionError};

option::list! {
    /// The options of the server.
    pub(super) struct ServerOptions for<'a> of dyn OptionOf<OptionContext<'a>> {
        game: game::GameOption,
        ponder: ponder::PonderOption,
        own_ponder: own_ponder::OwnPonderOption,
        move_overhead: move_overhead::MoveOverheadOption,
        variant: uci_variant::VariantOption,
    }
}

impl ServerOptions {
    /// The options as the handshake announces them.
    pub(super) fn offers(&self, context: &OptionContext<'_>) -> Vec<Offer> {
        option::offers(self.all(), context)
    }

    /// Sets an option. Returns false if the server has no option of this name.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
        context: &mut OptionContext<'_>,
    ) -> Result<bool, OptionError> {
        option::set(self.all_mut(), name, value, context)
    }
}
