//! `Knowledge`: what the search knows beyond the rules.

use crate::engine::engine_option::{EngineOption, Offer, OptionOf, Parts, Setting};
use crate::session::Knowledge;

/// How much the search knows.
#[derive(Default)]
pub(crate) struct KnowledgeOption(Knowledge);

impl KnowledgeOption {
    /// Whether the search knows everything that the game has to offer.
    pub(crate) fn is_full(&self) -> bool {
        self.0 == Knowledge::Full
    }
}

impl OptionOf<Parts> for KnowledgeOption {
    fn offer(&self, _: &Parts) -> Offer {
        Offer::combo(
            "Knowledge",
            ["full", "tactics", "none"],
            "full: certainties and the game's solver; \
             tactics: certainties such as a win at once; none: only the rules",
        )
    }

    fn set(&mut self, value: Setting, parts: &mut Parts) -> Result<(), String> {
        self.0 = match value.word() {
            "none" => Knowledge::None,
            "tactics" => Knowledge::Tactics,
            _ => Knowledge::Full,
        };
        parts.session.set_knowledge(self.0);
        // Its entries come from searches with other knowledge.
        parts.table.clear();
        Ok(())
    }
}

impl EngineOption for KnowledgeOption {
    fn carry_over(&mut self, parts: &mut Parts) {
        parts.session.set_knowledge(self.0);
    }
}
