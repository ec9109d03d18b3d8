//! How the engine plays here: set when the program is started, changed in mid-game.

use std::fmt::{Display, Formatter};
use std::time::Duration;

use crate::engine::{Engine, Kind, Offer, OptionError};
use crate::game::value::Score;
use crate::sys::suggestion::did_you_mean;

use super::judge::gives_away;
use super::thinking::Pace;

/// Time for a move where nothing else limits it, in milliseconds.
const USUAL_TIME: u64 = 1000;

/// Whether the engine says unasked that a game is won or lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(super) enum Verdicts {
    /// Always.
    On,
    /// When the end is near.
    #[default]
    Auto,
    /// Never, and nothing else of what it thinks.
    Off,
}

impl Verdicts {
    const ALL: [(&'static str, Self); 3] =
        [("on", Self::On), ("auto", Self::Auto), ("off", Self::Off)];

    pub(super) fn named(name: &str) -> Option<Self> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        Self::ALL.into_iter().find(|(known, _)| is(known)).map(|(_, verdicts)| verdicts)
    }

    /// Whether a score is told that nobody has asked for.
    pub(super) fn tell(self, score: Score) -> bool {
        match self {
            Self::On => true,
            Self::Auto => !gives_away(score),
            Self::Off => false,
        }
    }
}

impl Display for Verdicts {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        Self::ALL
            .iter()
            .filter(|(_, known)| known == self)
            .try_for_each(|(name, _)| f.write_str(name))
    }
}

/// An option that cannot be set so.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refused {
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
    /// Whether somebody has asked for it.
    asked: bool,
}

/// How the engine plays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Settings {
    /// Milliseconds, plies and positions for a move, as far as they were said.
    pub(super) movetime: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) verdicts: Verdicts,
    options: Vec<Chosen>,
}

impl Settings {
    /// The limits of a move.
    pub(super) fn pace(&self) -> Pace {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        let time = self.movetime.or(unlimited.then_some(USUAL_TIME)).map(Duration::from_millis);
        Pace { depth: self.depth, nodes: self.nodes, time }
    }

    /// Sets an option of the engine, `NAME=VALUE`; `asked` if somebody wants it so.
    pub(super) fn set(
        &mut self,
        engine: &mut Engine,
        text: &str,
        asked: bool,
    ) -> Result<&'static str, Refused> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (text.trim(), None),
        };
        let offers = engine.options();
        let Some(offer) = offers.iter().find(|offer| offer.is_called(name)) else {
            let known: Vec<&str> = offers.iter().map(|offer| offer.name).collect();
            let guess = did_you_mean(name, known.iter().copied());
            let known = known.join(", ") + &guess;
            return Err(Refused::Unknown { name: name.to_owned(), known });
        };
        engine.set(offer.name, value)?;
        if let Some(value) = value {
            self.options.retain(|chosen| chosen.name != offer.name);
            self.options.push(Chosen { name: offer.name, value: value.to_owned(), asked });
        }
        Ok(offer.name)
    }

    /// The value that an option has now; none of a button.
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

    /// The number that an option was set to, if it was.
    fn number(&self, name: &str) -> Option<u64> {
        self.options.iter().find(|chosen| chosen.name == name)?.value.parse().ok()
    }

    /// The strength, where it is not the full one.
    pub(super) fn weakness(&self) -> Option<u64> {
        self.number("Strength").filter(|strength| *strength < 100)
    }

    /// Whether chance has a part in the moves of the engine at full strength.
    pub(super) fn has_variety(&self) -> bool {
        self.number("Book Variety").is_some_and(|points| points > 0)
    }

    /// The options that were asked for, in words that go with the engine's name.
    pub(super) fn special(&self) -> String {
        let asked = self.options.iter().filter(|chosen| chosen.asked);
        let words: Vec<String> =
            asked.map(|chosen| format!("{}={}", chosen.name, chosen.value)).collect();
        words.join(" ")
    }

    /// The limits of a move, for a person.
    pub(super) fn limits(&self) -> String {
        let Pace { depth, nodes, time } = self.pace();
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
    use crate::games;

    #[test]
    fn the_last_value_of_an_option_counts_and_refused_ones_do_not() {
        let mut engine = Engine::new(games::registry().open("connect4", "").unwrap(), 1).unwrap();
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
        assert_eq!(settings.limits(), "The engine's limits at each move: 1000 ms.");
        settings.depth = Some(8);
        assert_eq!(settings.limits(), "The engine's limits at each move: 8 plies.");
        settings.movetime = Some(50);
        assert_eq!(settings.limits(), "The engine's limits at each move: 50 ms, 8 plies.");
    }
}
