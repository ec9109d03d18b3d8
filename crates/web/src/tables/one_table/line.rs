//! The lines that clients send to a table, as words with a meaning.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::clock::ClockSetting;
use super::facts::EngineLimit;
use sarsen_core::game::{Player, excerpt, printable};
use sarsen_core::search::MAX_DEPTH;
use sarsen_core::sys::text::{JOINER, is_unseen};
use sarsen_engine::protocol::grammar::{is_digits, saturated};

/// A name has at most this many characters.
const LONGEST_NAME: usize = 40;

/// A character of a name has at most this many marks on it.
const MOST_MARKS: usize = 2;

/// The limits for the base time of a clock: a second and thirty days.
const BASE: std::ops::RangeInclusive<u64> = 1_000..=30 * DAY;

/// The largest increment of a clock.
const MOST_INCREMENT: u64 = DAY;

/// The longest time of an engine for one move.
const MOST_MOVE_TIME: u64 = 60_000;

/// A day in milliseconds.
const DAY: u64 = 86_400_000;

/// What a client says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TableLine {
    Create { game: String, setup: String, clock: Option<ClockSetting> },
    Sit { seat: Player, name: String },
    Resume { seat: Player, secret: String },
    Name(String),
    Engine { seat: Player, limit: Option<EngineLimit> },
    Stand,
    Move { ply: usize, text: String },
    Undo(usize),
    Agree,
    Refuse,
    Resign,
    IsReady,
    Quit,
}

/// All commands with their usage.
const USAGES: [&str; 13] = [
    "create <game> [<setup>] [clock <base ms> <increment ms>]",
    "sit first|second [<name>]",
    "resume first|second <secret>",
    "name <text>",
    "engine first|second movetime <ms>|depth <n>|none",
    "stand",
    "move <plies played> <move>",
    "undo <plies left>",
    "agree",
    "refuse",
    "resign",
    "isready",
    "quit",
];

/// A line that means nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum LineError {
    /// The first word is not known.
    #[error("unknown command '{0}'; a table knows {list}", list = known())]
    Unknown(String),
    /// The rest of the line does not fit.
    #[error("cannot make sense of '{0}'; usage: {1}")]
    Malformed(String, &'static str),
    /// A number is out of its range.
    #[error("the {what} is from {least} to {most}, not {given}")]
    Range { what: &'static str, least: u64, most: u64, given: u64 },
    /// The name has too many characters.
    #[error("a name has at most {LONGEST_NAME} characters, not {0}")]
    LongName(usize),
    /// The name has characters that cannot be seen.
    #[error("a name has only characters that can be seen, not those in '{0}'")]
    UnseenName(String),
    /// The name has nothing that can be seen.
    #[error("a name has at least one character that can be seen")]
    BlankName,
    /// The name has marks over marks.
    #[error("a name has at most {MOST_MARKS} marks on a character")]
    MarkedName,
}

fn known() -> String {
    let words = USAGES.map(|usage| usage.split(' ').next().unwrap_or(usage));
    words.join(", ")
}

impl TableLine {
    /// Reads a line. None if it is blank.
    pub(crate) fn parse(line: &str) -> Result<Option<Self>, LineError> {
        let (word, rest) = first_word(line);
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let parsed = match (word, &words[..]) {
            ("", _) => return Ok(None),
            ("create", [game, setup @ ..]) => Some(create(game, setup)?),
            ("sit", [seat, ..]) => match player(seat) {
                Some(seat) => Some(Self::Sit { seat, name: name(first_word(rest).1)? }),
                None => None,
            },
            ("resume", [seat, secret]) => {
                player(seat).map(|seat| Self::Resume { seat, secret: (*secret).to_owned() })
            }
            ("name", _) => Some(Self::Name(name(rest)?)),
            ("engine", [seat, limit @ ..]) => engine(seat, limit)?,
            ("move", [ply, text]) => {
                count(ply).map(|ply| Self::Move { ply, text: (*text).to_owned() })
            }
            ("undo", [plies]) => count(plies).map(Self::Undo),
            ("stand", []) => Some(Self::Stand),
            ("agree", []) => Some(Self::Agree),
            ("refuse", []) => Some(Self::Refuse),
            ("resign", []) => Some(Self::Resign),
            ("isready", []) => Some(Self::IsReady),
            ("quit", []) => Some(Self::Quit),
            _ => None,
        };
        parsed.map(Some).ok_or_else(|| malformed(word, rest))
    }
}

fn malformed(word: &str, rest: &str) -> LineError {
    let is_usage = |usage: &&&str| usage.split(' ').next() == Some(word);
    match USAGES.iter().find(is_usage) {
        Some(usage) if rest.is_empty() => LineError::Malformed(word.to_owned(), usage),
        Some(usage) => LineError::Malformed(excerpt(rest, 40), usage),
        None => LineError::Unknown(excerpt(word, 40)),
    }
}

/// The first word of a text, and the rest without the blanks around it.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii();
    let (word, rest) = text.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((text, ""));
    (word, rest.trim_ascii())
}

fn create(game: &str, words: &[&str]) -> Result<TableLine, LineError> {
    let (setup, clock) = match words {
        [setup @ .., "clock", base, increment] if is_digits(base) && is_digits(increment) => {
            let base = within("base time of the clock", saturated(base), BASE)?;
            let increment = within("increment", saturated(increment), 0..=MOST_INCREMENT)?;
            (setup, Some(ClockSetting { base, increment }))
        }
        setup => (setup, None),
    };
    Ok(TableLine::Create { game: game.to_owned(), setup: setup.join(" "), clock })
}

/// An engine takes a seat, or leaves it if the word is `none`. Returns `None` if the words mean
/// neither.
fn engine(seat: &str, words: &[&str]) -> Result<Option<TableLine>, LineError> {
    let limit = match words {
        ["none"] => None,
        ["movetime", time] if is_digits(time) => {
            let time = within("time of an engine", saturated(time), 1..=MOST_MOVE_TIME)?;
            Some(EngineLimit::MoveTime(time))
        }
        ["depth", plies] if is_digits(plies) => {
            let most = u64::from(MAX_DEPTH);
            let plies = within("depth of an engine", saturated(plies), 1..=most)?;
            Some(EngineLimit::Depth(plies as u32))
        }
        _ => return Ok(None),
    };
    Ok(player(seat).map(|seat| TableLine::Engine { seat, limit }))
}

fn within(
    what: &'static str,
    given: u64,
    range: std::ops::RangeInclusive<u64>,
) -> Result<u64, LineError> {
    let (least, most) = range.into_inner();
    let is_within = (least..=most).contains(&given);
    is_within.then_some(given).ok_or(LineError::Range { what, least, most, given })
}

fn name(text: &str) -> Result<String, LineError> {
    let length = text.chars().count();
    if length > LONGEST_NAME {
        return Err(LineError::LongName(length));
    }
    if text.contains(is_unseen) {
        return Err(LineError::UnseenName(printable(text).into_owned()));
    }
    if !text.is_empty() && text.chars().all(|c| c.is_whitespace() || is_mark(c)) {
        return Err(LineError::BlankName);
    }
    let mut marks = 0;
    for character in text.chars() {
        marks = if is_mark(character) { marks + 1 } else { 0 };
        if marks > MOST_MARKS {
            return Err(LineError::MarkedName);
        }
    }
    Ok(text.to_owned())
}

/// Whether a character is drawn on the one before it, or joins its neighbours.
fn is_mark(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Mark || c == JOINER
}

fn player(word: &str) -> Option<Player> {
    match word {
        "first" => Some(Player::First),
        "second" => Some(Player::Second),
        _ => None,
    }
}

fn count(word: &str) -> Option<usize> {
    is_digits(word).then(|| usize::try_from(saturated(word)).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parsed(line: &str) -> TableLine {
        TableLine::parse(line).unwrap().unwrap()
    }

    fn refused(line: &str) -> String {
        TableLine::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn lines_are_read() {
        let seat = Player::First;
        for (line, meaning) in [
            ("sit first Ada  L. ", TableLine::Sit { seat, name: "Ada  L.".to_owned() }),
            (" sit\tfirst", TableLine::Sit { seat, name: String::new() }),
            ("resume first abc", TableLine::Resume { seat, secret: "abc".to_owned() }),
            ("name <b>'; --", TableLine::Name("<b>'; --".to_owned())),
            ("engine first none", TableLine::Engine { seat, limit: None }),
            ("move 3 6@7", TableLine::Move { ply: 3, text: "6@7".to_owned() }),
            ("undo 0", TableLine::Undo(0)),
            ("quit\r", TableLine::Quit),
        ] {
            assert_eq!(parsed(line), meaning, "{line}");
        }
        let engine = parsed("engine first depth 9");
        assert_eq!(engine, TableLine::Engine { seat, limit: Some(EngineLimit::Depth(9)) });
        assert_eq!(TableLine::parse("  "), Ok(None));
    }

    #[test]
    fn tables_are_created_with_setups_and_clocks() {
        let clock = Some(ClockSetting { base: 300_000, increment: 5_000 });
        for (line, setup, clock) in [
            ("create g", "", None),
            ("create g 8x7", "8x7", None),
            ("create g clock 300000 5000", "", clock),
            ("create g a clock clock 300000 5000", "a clock", clock),
            ("create g clock 5", "clock 5", None),
        ] {
            let (game, setup) = ("g".to_owned(), setup.to_owned());
            assert_eq!(parsed(line), TableLine::Create { game, setup, clock }, "{line}");
        }
        assert!(refused("create g clock 999 0").contains("base time of the clock"));
        assert!(refused("create g clock 99999999999999999999999 0").contains("not 184467"));
    }

    #[test]
    fn what_is_no_command_is_refused_with_a_reason() {
        assert!(refused("dance").starts_with("unknown command 'dance'; a table knows create, sit"));
        assert!(refused("move 4").ends_with("usage: move <plies played> <move>"));
        assert!(refused("move -1 4").contains("usage: move"));
        assert!(refused("sit third").contains("'third'; usage: sit first|second"));
        assert!(refused("sit").contains("'sit'; usage: sit"));
        assert!(refused("engine first movetime 60001").contains("1 to 60000, not 60001"));
        assert!(refused("engine first quickly").contains("usage: engine"));
        assert!(refused("agree now").contains("usage: agree"));
    }

    #[test]
    fn names_are_short_and_visible() {
        assert!(refused(&format!("name {}", "\u{e9}".repeat(41))).contains("not 41"));
        assert!(TableLine::parse(&format!("name {}", "\u{e9}".repeat(40))).is_ok());
        for blank in ["\u{a0}", "\u{3000}\u{301}", "\u{200d}"] {
            assert!(refused(&format!("name {blank}")).contains("at least one"), "{blank:?}");
        }
        assert!(refused("name Z\u{301}\u{301}\u{301}").contains("at most 2 marks"));
        for good in ["Z\u{301}\u{302}oe\u{308}", "\u{2764}\u{fe0f}\u{200d}\u{1f525}"] {
            assert_eq!(parsed(&format!("name {good}")), TableLine::Name(good.to_owned()));
        }
        for unseen in ["\u{3164}", "a\u{115f}", "\u{1160}", "\u{ffa0}", "\u{2800}b"] {
            assert!(refused(&format!("name {unseen}")).contains("can be seen"), "{unseen:?}");
        }
        let ignored = "\u{17b4}\u{180b}\u{180f}\u{fff0}\u{fffc}\u{1bca0}\u{1d159}\u{1d173}\u{e0fff}\
                       \u{13430}\u{16fe4}\u{34f}\u{fe00}\u{e0100}\u{fff8}\u{378}\u{fdd0}\u{ffff}\u{e000}";
        for unseen in ignored.chars() {
            assert!(refused(&format!("name Ada{unseen}")).contains("can be seen"), "{unseen:?}");
        }
        for mark in
            "\u{f71}\u{f90}\u{5bf}\u{5c1}\u{670}\u{6df}\u{2de0}\u{a66f}\u{1cd0}\u{951}\u{730}"
                .chars()
        {
            let pile = mark.to_string().repeat(3);
            assert!(refused(&format!("name a{pile}")).contains("at most 2 marks"), "{mark:?}");
            assert!(refused(&format!("name {mark}")).contains("at least one"), "{mark:?}");
        }
        for unseen in ["a\u{1b}[2J", "a\0b", "a\u{202e}b", "a\u{2028}b", "a\tb"] {
            assert!(refused(&format!("sit first {unseen}")).contains("can be seen"), "{unseen:?}");
        }
    }

    proptest! {
        #[test]
        fn no_line_does_harm(line in "\\PC{0,60}|(sit|move|undo|engine|create)( \\PC{0,9}){0,4}") {
            if let Err(error) = TableLine::parse(&line) {
                prop_assert!(error.to_string().len() < 700);
            }
        }
    }
}
