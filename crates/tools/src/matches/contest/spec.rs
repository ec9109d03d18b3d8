//! Players and their time, as a command line describes them.

use std::time::Duration;

use sarsen_core::game::printable;
use sarsen_core::search::Limits;
use sarsen_core::search::time::Clock;

/// What is wrong with the description of a player or a pace.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SpecError(pub String);

/// The protocol of a player in a child process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// The Universal Game Interface. This engine speaks it, too.
    #[default]
    Ugi,
    /// The Universal Chess Interface.
    Uci,
    /// The Go Text Protocol, for games of stones on a grid.
    Gtp,
}

/// The description of a player: `key=value` words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerSpec {
    /// Its name in tables and records.
    pub name: String,
    /// The program and its arguments. If empty, this engine plays, in this process.
    pub command: Vec<String>,
    /// The protocol of the program.
    pub protocol: Protocol,
    /// Options to set, by name.
    pub options: Vec<(String, String)>,
    /// Its own pace. If this has no limit at all, the pace of the match holds.
    pub pace: Limits,
}

fn number<T: std::str::FromStr>(key: &str, value: &str) -> Result<T, SpecError> {
    value.parse().map_err(|_| SpecError(format!("{key}: '{value}' is not a whole number")))
}

fn milliseconds(key: &str, value: &str) -> Result<Duration, SpecError> {
    Ok(Duration::from_millis(number(key, value)?))
}

/// Reads the time for the game and the increment after each move, in ms, such as `60000+600`.
///
/// # Errors
///
/// If one of them is not a whole number.
pub fn clock(text: &str) -> Result<Clock, SpecError> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (left, increment) = (milliseconds("clock", base)?, milliseconds("clock", increment)?);
    Ok(Clock { left, increment, moves_to_go: None })
}

/// Reads one limit of a pace: `depth`, `nodes` or `movetime` (ms) with a whole number, or a
/// [`clock`]. Returns false for any other key.
///
/// # Errors
///
/// If the value cannot be used.
pub fn read_limit(pace: &mut Limits, key: &str, value: &str) -> Result<bool, SpecError> {
    match key {
        "depth" => pace.depth = Some(number(key, value)?),
        "nodes" => pace.nodes = Some(number(key, value)?),
        "movetime" => pace.time = Some(milliseconds(key, value)?),
        "clock" => pace.clock = Some(clock(value)?),
        _ => return Ok(false),
    }
    Ok(true)
}

/// A pace for people.
#[must_use]
pub fn pace_text(pace: &Limits) -> String {
    let clock = pace.clock.map(|clock| (clock.left.as_millis(), clock.increment.as_millis()));
    let parts = [
        pace.depth.map(|n| format!("depth {n}")),
        pace.nodes.map(|n| format!("{n} nodes a move")),
        pace.time.map(|time| format!("{} ms a move", time.as_millis())),
        clock.map(|(base, increment)| match increment {
            0 => format!("{base} ms a game"),
            _ => format!("{base} ms + {increment} ms a move"),
        }),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl PlayerSpec {
    /// Reads the words of a player. Some keys have a meaning here: `name`, `cmd` (a program and its
    /// arguments, quoted as in a shell), `proto` (`ugi`, `uci` or `gtp`) and the limits of
    /// [`read_limit`]. All other keys are options of the engine. A `_` in such a key stands for a
    /// blank.
    ///
    /// ```
    /// use sarsen_tools::matches::contest::PlayerSpec;
    ///
    /// let words = ["Evaluator=chapter", "nodes=5000"].map(str::to_owned);
    /// let spec = PlayerSpec::read(&words)?;
    /// assert_eq!((spec.name.as_str(), spec.pace.nodes), ("chapter", Some(5000)));
    /// # Ok::<(), sarsen_tools::matches::contest::SpecError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a word cannot be used.
    pub fn read(words: &[String]) -> Result<Self, SpecError> {
        let mut spec = Self::default();
        for word in words {
            let Some((key, value)) = word.split_once('=') else {
                return Err(SpecError(format!("'{word}' is not of the form key=value")));
            };
            match key {
                "name" => spec.name = value.to_owned(),
                "cmd" => {
                    spec.command = shlex::split(value)
                        .filter(|words| !words.is_empty())
                        .ok_or_else(|| SpecError(format!("cmd: '{value}' is no command")))?;
                }
                "proto" => {
                    spec.protocol = match value {
                        "ugi" => Protocol::Ugi,
                        "uci" => Protocol::Uci,
                        "gtp" => Protocol::Gtp,
                        _ => {
                            let why = format!("proto: '{value}' is not ugi, uci or gtp");
                            return Err(SpecError(why));
                        }
                    }
                }
                _ if read_limit(&mut spec.pace, key, value)? => {}
                _ => spec.options.push((key.replace('_', " "), value.to_owned())),
            }
        }
        // It appears in tables and records.
        spec.name = printable(&spec.name).into_owned();
        if spec.name.is_empty() {
            spec.name = printable(&spec.usual_name()).into_owned();
        }
        Ok(spec)
    }

    /// The name of a player without a given name: its program, or what is special about it.
    fn usual_name(&self) -> String {
        if let Some(program) = self.command.first() {
            return program.rsplit(['/', '\\']).next().unwrap_or(program).to_owned();
        }
        let special = self.options.iter().map(|(name, value)| {
            if name.eq_ignore_ascii_case("evaluator") {
                value.clone()
            } else {
                format!("{name}={value}")
            }
        });
        let special: Vec<String> = special.collect();
        match self.pace {
            _ if !special.is_empty() => special.join(" "),
            pace if pace.is_limited() => pace_text(&pace),
            _ => "sarsen".to_owned(),
        }
    }
}

/// The whole description, in one line.
impl std::fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.name)?;
        if !self.command.is_empty() {
            write!(f, " cmd={} ({:?})", self.command.join(" "), self.protocol)?;
        }
        self.options.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_has_an_increment_only_if_there_is_one() {
        for (text, told) in [("10", "10 ms a game"), ("10+5", "10 ms + 5 ms a move")] {
            let mut pace = Limits::NONE;
            pace.clock = Some(clock(text).unwrap());
            assert_eq!(pace_text(&pace), told);
        }
    }

    #[test]
    fn names_can_be_seen() {
        let named = |word: &str| PlayerSpec::read(&[word.to_owned()]).unwrap().name;
        assert_eq!(named("name=\u{1b}[1m"), "\\u{1b}[1m");
        assert_eq!(named("Evaluator=\u{202e}x"), "\\u{202e}x");
    }
}
