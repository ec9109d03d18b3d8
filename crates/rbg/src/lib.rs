//! Games from a page of rules.
//!
//! The language is Regular Boardgames (J. Kowalski, M. Mika, J. Sutowicz and M. Szykula, "Regular
//! Boardgames", AAAI 2019).

pub mod game;
pub mod language;
pub mod machine;
pub mod plain;

pub use game::{
    LoadError, RandomGames, RulesCheck, RulesGame, RulesMove, RulesPosition, entry, name_of,
};
pub use language::description::Description;
pub use language::encoding::text_of;
pub use language::error::RulesMistake;
pub use machine::rules::Rules;
