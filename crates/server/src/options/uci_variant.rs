//! `UCI_Variant`: a game by the name that UCI programs know, in their notation.

use crate::option_context::{OptionContext, Then};
use sarsen_engine::engine::option::OptionOf;
use sarsen_engine::engine::{Offer, Setting};
use sarsen_engine::protocol::Dialect;

/// `UCI_Variant`: a game by the name that UCI programs know, in their notation.
#[derive(Default)]
pub(crate) struct VariantOption {
    /// The one asked for.
    pub name: Option<String>,
}

impl OptionOf<OptionContext<'_>> for VariantOption {
    fn offer(&self, context: &OptionContext<'_>) -> Offer {
        let about = "the game of this name, in the notation of UCI programs";
        let variants = context.registry.uci_variants().map(|(variant, _)| variant);
        Offer::combo("UCI_Variant", variants, about)
    }

    fn is_offered(&self, context: &OptionContext<'_>) -> bool {
        context.dialect == Dialect::Uci && context.registry.uci_variants().next().is_some()
    }

    fn set(&mut self, value: Setting, context: &mut OptionContext<'_>) -> Result<(), String> {
        let mut variants = context.registry.uci_variants();
        let owner = variants.find(|(name, _)| *name == value.word());
        let game = owner.map(|(_, game)| game.to_owned()).unwrap_or_default();
        context.then = match game == context.game {
            true => Then::UseNotation,
            false => Then::Open { game, setup: String::new() },
        };
        self.name = Some(value.word().to_owned());
        Ok(())
    }
}
