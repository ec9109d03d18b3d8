//! How the engine plays: set by arguments, changed during the game.

use std::str::FromStr;

use super::verdicts::Verdicts;
use crate::cli::arguments::LimitArguments;
use sarsen_core::search::Limits;
use sarsen_core::sys::suggestion::did_you_mean;
use sarsen_engine::engine::{Engine, Kind, Offer, OptionError};
use sarsen_tools::matches::record::Record;

/// The option that makes the engine weaker, and the tag of a record that has its value.
const STRENGTH: &str = "Strength";

/// The tags of a record that have the limits of each move.
const MOVETIME: &str = "Movetime";
const DEPTH: &str = "Depth";
const NODES: &str = "Nodes";

/// Why an option cannot be set.
#[derive(Debug, thiserror::Error)]
pub(super) enum OptionRefusal {
    #[error("no option '{name}'; there is {known}")]
    Unknown { name: String, known: String },
    #[error(transparent)]
    Value(#[from] OptionError),
}

/// An option that was set.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Chosen {
    name: &'static str,
    value: String,
    /// Whether the person has set it.
    asked: bool,
}

/// How the engine plays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Settings {
    /// The limits of each move.
    pub(super) limits: LimitArguments,
    pub(super) verdicts: Verdicts,
    options: Vec<Chosen>,
}

impl Settings {
    /// Sets an option of the engine, `NAME=VALUE`. `asked` means that the person has set it.
    /// Returns the option's name.
    pub(super) fn set(
        &mut self,
        engine: &mut Engine,
        text: &str,
        asked: bool,
    ) -> Result<&'static str, OptionRefusal> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (text.trim(), None),
        };
        let offers = engine.options();
        let Some(offer) = offers.iter().find(|offer| offer.is_called(name)) else {
            let known: Vec<&str> = offers.iter().map(|offer| offer.name).collect();
            let guess = did_you_mean(name, known.iter().copied());
            let known = known.join(", ") + &guess;
            return Err(OptionRefusal::Unknown { name: name.to_owned(), known });
        };
        engine.set(offer.name, value)?;
        if let Some(value) = value {
            self.options.retain(|chosen| chosen.name != offer.name);
            self.options.push(Chosen { name: offer.name, value: value.to_owned(), asked });
        }
        Ok(offer.name)
    }

    /// What a record says of how the engine plays: the names of its tags, and the values of those
    /// that were set.
    pub(super) fn tags(&self) -> [(&'static str, Option<String>); 4] {
        let LimitArguments { movetime, depth, nodes } = self.limits;
        let strength = self.options.iter().find(|chosen| chosen.name == STRENGTH && chosen.asked);
        [
            (STRENGTH, strength.map(|chosen| chosen.value.clone())),
            (MOVETIME, movetime.map(|ms| ms.to_string())),
            (DEPTH, depth.map(|plies| plies.to_string())),
            (NODES, nodes.map(|nodes| nodes.to_string())),
        ]
    }

    /// Takes the limits from the tags of a record. What is no number from 1 on is no limit.
    pub(super) fn take_limits(&mut self, record: &Record) {
        fn number<T: FromStr + PartialEq + Default>(record: &Record, tag: &str) -> Option<T> {
            record.tag(tag)?.parse().ok().filter(|number| *number != T::default())
        }
        self.limits = LimitArguments {
            movetime: number(record, MOVETIME),
            depth: number(record, DEPTH),
            nodes: number(record, NODES),
        };
    }

    /// The strength that a record names.
    pub(super) fn recorded_strength(record: &Record) -> Option<u8> {
        record.tag(STRENGTH)?.parse().ok().filter(|strength| *strength <= 100)
    }

    /// The current value of an option. `None` for a button.
    pub(super) fn value(&self, offer: &Offer) -> Option<String> {
        let chosen = self.options.iter().find(|chosen| chosen.name == offer.name);
        match (&offer.kind, chosen) {
            (Kind::Button, _) => None,
            (_, Some(chosen)) => Some(chosen.value.clone()),
            (Kind::Spin { default, .. }, None) => Some(default.to_string()),
            (Kind::Check(default), None) => Some(default.to_string()),
            (Kind::Combo(words), None) => words.first().cloned(),
            (Kind::Text(default), None) => Some((*default).to_owned()),
        }
    }

    /// The number that an option was set to. `None` if it was not set.
    fn number(&self, name: &str) -> Option<u64> {
        self.options.iter().find(|chosen| chosen.name == name)?.value.parse().ok()
    }

    /// The strength, if it is below 100.
    pub(super) fn weakness(&self) -> Option<u64> {
        self.number(STRENGTH).filter(|strength| *strength < 100)
    }

    /// Whether moves are partly random even at full strength.
    pub(super) fn has_variety(&self) -> bool {
        self.number("Book Variety").is_some_and(|points| points > 0)
    }

    /// The options that the person has set, as text that follows the engine's name in a record.
    pub(super) fn special(&self) -> String {
        let asked = self.options.iter().filter(|chosen| chosen.asked);
        let words: Vec<String> =
            asked.map(|chosen| format!("{}={}", chosen.name, chosen.value)).collect();
        words.join(" ")
    }

    /// The limits of each move, as a sentence.
    pub(super) fn limits_sentence(&self) -> String {
        let Limits { depth, nodes, time, .. } = self.limits.limits();
        let parts = [
            time.map(|time| format!("{} ms", time.as_millis())),
            depth.map(|depth| format!("{depth} {}", if depth == 1 { "ply" } else { "plies" })),
            nodes.map(|nodes| format!("{nodes} positions")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("The engine's limits at each move: {}.", parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_of_an_option_counts_and_refused_ones_do_not() {
        let mut engine =
            Engine::new(sarsen_games::registry().open("connect4", "").unwrap(), 1).unwrap();
        let mut settings = Settings::default();
        settings.set(&mut engine, "Seed=7", false).unwrap();
        assert_eq!((settings.special().as_str(), settings.weakness()), ("", None));
        assert_eq!(settings.set(&mut engine, "strength = 40", true).unwrap(), "Strength");
        settings.set(&mut engine, "Hash=1", true).unwrap();
        settings.set(&mut engine, "STRENGTH=30", true).unwrap();
        assert!(settings.set(&mut engine, "Strength=101", true).is_err());
        assert!(settings.set(&mut engine, "Speed=1", true).is_err());
        assert_eq!(settings.weakness(), Some(30));
        assert_eq!(settings.special(), "Hash=1 Strength=30");
        let offers = engine.options();
        let value = |name| settings.value(offers.iter().find(|o| o.is_called(name)).unwrap());
        assert_eq!(value("strength").as_deref(), Some("30"));
        assert_eq!(value("threads").as_deref(), Some("1"));
        assert_eq!(value("clear hash"), None);
    }

    #[test]
    fn time_limits_a_move_unless_something_else_does() {
        let mut settings = Settings::default();
        assert_eq!(settings.limits_sentence(), "The engine's limits at each move: 1000 ms.");
        settings.limits.depth = Some(8);
        assert_eq!(settings.limits_sentence(), "The engine's limits at each move: 8 plies.");
        settings.limits.movetime = Some(50);
        assert_eq!(settings.limits_sentence(), "The engine's limits at each move: 50 ms, 8 plies.");
    }
}
