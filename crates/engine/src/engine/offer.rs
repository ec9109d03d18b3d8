//! The announcement of an option, and the reading of its values.

use std::fmt::{Display, Formatter};
use std::ops::RangeInclusive;

use sarsen_core::game::excerpt;
use sarsen_core::sys::suggestion::did_you_mean;

/// The announcement of an option: its name, its values and its meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Offer {
    /// The name. It may have blanks. A command may write it in any case.
    pub name: &'static str,
    /// What it can be set to.
    pub kind: Kind,
    /// What it means, in one sentence.
    pub about: &'static str,
}

/// What an option can be set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number within limits.
    Spin {
        /// The default.
        default: u64,
        /// The smallest number.
        min: u64,
        /// The largest number.
        max: u64,
    },
    /// `true` or `false`. This is the default.
    Check(bool),
    /// One of these words. The default comes first.
    Combo(Vec<String>),
    /// Any text. This is the default.
    Text(&'static str),
    /// No value: a button is pressed.
    Button,
}

/// A value that an option can be set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The value of a spin.
    Number(u64),
    /// The value of a check.
    Truth(bool),
    /// The value of a combo, spelled as in its announcement, or of a text.
    Word(String),
    /// A button has been pressed.
    Pressed,
}

impl Setting {
    /// The number.
    ///
    /// # Panics
    ///
    /// If the option is no spin.
    #[must_use]
    pub fn number(&self) -> u64 {
        match self {
            Self::Number(number) => *number,
            other => unreachable!("{other:?} is no number"),
        }
    }

    /// Whether it is `true`.
    ///
    /// # Panics
    ///
    /// If the option is no check.
    #[must_use]
    pub fn truth(&self) -> bool {
        match self {
            Self::Truth(truth) => *truth,
            other => unreachable!("{other:?} is neither true nor false"),
        }
    }

    /// The word or text.
    ///
    /// # Panics
    ///
    /// If the option is neither a combo nor a text.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::Word(word) => word,
            other => unreachable!("{other:?} is no word"),
        }
    }
}

/// Why an option cannot be set to a value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("option {name}: {why}")]
pub struct OptionError {
    /// The option.
    pub name: String,
    /// What is wrong.
    pub why: String,
}

impl Offer {
    /// An option whose value is a number within limits.
    #[must_use]
    pub fn spin(
        name: &'static str,
        default: u64,
        range: RangeInclusive<u64>,
        about: &'static str,
    ) -> Self {
        let (min, max) = range.into_inner();
        Self { name, kind: Kind::Spin { default, min, max }, about }
    }

    /// An option whose value is `true` or `false`.
    #[must_use]
    pub fn check(name: &'static str, default: bool, about: &'static str) -> Self {
        Self { name, kind: Kind::Check(default), about }
    }

    /// An option whose value is one of several words. The default comes first.
    pub fn combo<'a>(
        name: &'static str,
        words: impl IntoIterator<Item = &'a str>,
        about: &'static str,
    ) -> Self {
        let words = words.into_iter().map(str::to_owned).collect();
        Self { name, kind: Kind::Combo(words), about }
    }

    /// An option whose value is any text.
    #[must_use]
    pub fn text(name: &'static str, default: &'static str, about: &'static str) -> Self {
        Self { name, kind: Kind::Text(default), about }
    }

    /// An option that is a button.
    #[must_use]
    pub fn button(name: &'static str, about: &'static str) -> Self {
        Self { name, kind: Kind::Button, about }
    }

    /// What it can be set to and what it means: a few lines for a person.
    #[must_use]
    pub fn explain(&self) -> Vec<String> {
        let values = match &self.kind {
            Kind::Spin { default, min, max } => {
                format!("a number from {min} to {max}, default {default}")
            }
            Kind::Check(default) => format!("true or false, default {default}"),
            Kind::Combo(words) => {
                let default = words.first().map_or("", String::as_str);
                format!("one of: {}; default {default}", words.join(", "))
            }
            Kind::Text(default) => format!("a text, default {default}"),
            Kind::Button => "a button, which takes no value".to_owned(),
        };
        vec![format!("option {}: {values}", self.name), self.about.to_owned()]
    }

    /// Whether this is its name, in any case.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The error that it cannot have a value.
    #[must_use]
    pub fn error(&self, why: impl Into<String>) -> OptionError {
        OptionError { name: self.name.to_owned(), why: why.into() }
    }

    /// Reads a value.
    ///
    /// # Errors
    ///
    /// If a value is missing, is not allowed, or is given to a button.
    pub fn read(&self, value: Option<&str>) -> Result<Setting, OptionError> {
        let Some(value) = value else {
            return match self.kind {
                Kind::Button => Ok(Setting::Pressed),
                _ => Err(self.error("needs a value")),
            };
        };
        let refused =
            |wanted: String| self.error(format!("'{}' is not {wanted}", excerpt(value, 40)));
        let one_of = |words: &[String]| {
            let found = words.iter().find(|word| word.eq_ignore_ascii_case(value));
            let guess = || did_you_mean(value, words.iter().map(String::as_str));
            found
                .cloned()
                .ok_or_else(|| refused(format!("one of: {}{}", words.join(", "), guess())))
        };
        match &self.kind {
            Kind::Spin { min, max, .. } => {
                let digits = value.bytes().all(|byte| byte.is_ascii_digit());
                let number = value.parse().ok().filter(|n| digits && (*min..=*max).contains(n));
                let number = number.ok_or_else(|| refused(format!("a number from {min} to {max}")));
                number.map(Setting::Number)
            }
            Kind::Check(_) => one_of(&["false", "true"].map(str::to_owned))
                .map(|word| Setting::Truth(word == "true")),
            Kind::Combo(words) => one_of(words).map(Setting::Word),
            Kind::Text(_) => Ok(Setting::Word(value.to_owned())),
            Kind::Button => Err(self.error("is a button and takes no value")),
        }
    }
}

/// Writes the line that announces the option.
impl Display for Offer {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Kind::Check(default) => write!(f, "check default {default}"),
            Kind::Combo(words) => {
                write!(f, "combo default {}", words.first().map_or("", String::as_str))?;
                words.iter().try_for_each(|word| write!(f, " var {word}"))
            }
            Kind::Text(default) => write!(f, "string default {default}"),
            Kind::Button => write!(f, "button"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_announced() {
        let hash = Offer::spin("Hash", 64, 1..=128, "a size");
        assert_eq!(hash.to_string(), "option name Hash type spin default 64 min 1 max 128");
        assert_eq!(hash.read(Some("128")), Ok(Setting::Number(128)));
        for wrong in ["0", "129", "+5", "", "64x", "99999999999999999999999"] {
            assert!(hash.read(Some(wrong)).is_err(), "{wrong}");
        }
        assert!(hash.read(None).is_err());
        let lines = ["option Hash: a number from 1 to 128, default 64", "a size"];
        assert_eq!(hash.explain(), lines);
        let clear = Offer::button("Clear Hash", "empties it");
        assert_eq!(clear.read(None), Ok(Setting::Pressed));
        assert!(clear.read(Some("now")).is_err());
        let knowledge = Offer::combo("Knowledge", ["tactics", "none"], "what is known");
        assert_eq!(knowledge.read(Some("NONE")), Ok(Setting::Word("none".to_owned())));
        let why = knowledge.read(Some("some")).unwrap_err().to_string();
        assert_eq!(why, "option Knowledge: 'some' is not one of: tactics, none");
    }
}
