//! Games from a page of rules.
//!
//! The language is Regular Boardgames (J. Kowalski, M. Mika, J. Sutowicz and M. Szykula, "Regular
//! Boardgames", AAAI 2019).

pub mod language;
pub mod machine;
pub mod plain;

pub use language::description::Description;
pub use machine::rules::Rules;
pub use language::error::RulesError;
