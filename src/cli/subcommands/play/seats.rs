//! Who plays a side: a person or the engine.

use std::io::{self, Write};

use super::lines::{LineInput, LineSource};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(super) enum PlayerKind {
    Person,
    Engine,
}

/// Who throws the dice and draws the cards.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, clap::ValueEnum)]
pub(super) enum DiceKind {
    /// The program.
    #[default]
    Engine,
    /// A person, who types what real dice show.
    Person,
}

/// The name of a person in records.
pub(super) const PERSON: &str = "person";

/// The name of the engine in records. Its options may follow.
pub(super) const ENGINE: &str = env!("CARGO_PKG_NAME");

impl PlayerKind {
    /// Who plays a side, by the name in a record.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name.split(' ').next() {
            Some(PERSON) => Some(Self::Person),
            Some(ENGINE) => Some(Self::Engine),
            _ => None,
        }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::Person => Self::Engine,
            Self::Engine => Self::Person,
        }
    }
}

/// Asks who plays the side with this mark. `None` if the person leaves.
pub(super) fn ask_seat(
    who: &str,
    default: PlayerKind,
    lines: &mut dyn LineSource,
    out: &mut dyn Write,
) -> io::Result<Option<PlayerKind>> {
    let words = ["person", "engine", "quit"].map(str::to_owned);
    let usual = &words[default as usize];
    let prompt = format!("Who plays {who}, person or engine? [{usual}] ");
    loop {
        match lines.line(out, &prompt, &words)? {
            LineInput::Line(text) => match text.trim().to_ascii_lowercase().as_str() {
                "" => return Ok(Some(default)),
                "person" | "p" | "me" => return Ok(Some(PlayerKind::Person)),
                "engine" | "e" => return Ok(Some(PlayerKind::Engine)),
                "quit" | "q" => return Ok(None),
                _ => writeln!(out, "'person' (or p), 'engine' (or e), or 'quit'.")?,
            },
            LineInput::Interrupted => writeln!(out, "'quit' or Ctrl-D leaves.")?,
            LineInput::End => return Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_records_are_known_again() {
        assert_eq!(PlayerKind::named("sarsen Strength=10"), Some(PlayerKind::Engine));
        assert_eq!(PlayerKind::named("person"), Some(PlayerKind::Person));
        assert_eq!(PlayerKind::named("Ada"), None);
    }
}
