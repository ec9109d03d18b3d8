//! Games from a page of rules.
//!
//! The language is Regular Boardgames (J. Kowalski, M. Mika, J. Sutowicz and M. Szykula, "Regular
//! Boardgames", AAAI 2019). A text becomes a game like any other:
//!
//! ```
//! use sarsen_core::search::Limits;
//! use sarsen_engine::engine::Engine;
//! use sarsen_engine::session::Registry;
//! use sarsen_rbg::{RulesGame, entry};
//!
//! # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/breakthrough.rbg");
//! let game = RulesGame::read(file, &std::fs::read_to_string(file)?)?;
//! let mut engine = Engine::start(&Registry::new(entry(&game)), "breakthrough")?;
//! engine.play("a2-a3")?;
//! let answer = engine.choose(Limits::depth(2)).ok_or("the game is over")?;
//! println!("{}", answer.best.variation.join(" "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Rules`] alone can be played without the engine: fast, with any number of players. [`plain`] is
//! a slow and simple interpreter, to test against. With the feature `native`, rules become machine
//! code when they are read.

pub mod game;
pub mod language;
pub mod machine;
pub mod plain;

pub use game::{
    LoadError, LoadedGame, RandomGames, RulesCheck, RulesGame, RulesMove, RulesPosition, entry,
    name_of,
};
pub use language::description::{Description, LONGEST_TEXT};
pub use language::encoding::text_of;
pub use language::error::RulesMistake;
pub use machine::rules::Rules;
