//! The grammar that commands share: words, numbers, and errors that show the usage. It uses nom.

use nom::bytes::complete::{take_while, take_while1};
use nom::combinator::{all_consuming, map, not, peek, recognize, verify};
use nom::multi::many1;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use super::topic::Topic;
use sarsen_core::game::excerpt;

/// A line that is not a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// The first word is not known.
    #[error("unknown command '{0}'; 'help' lists the commands")]
    Unknown(String),
    /// The rest of the line does not fit the command.
    #[error("{command}: {problem}; usage: {usage}")]
    Malformed {
        /// The command.
        command: &'static str,
        /// What is wrong.
        problem: String,
        /// How it is written.
        usage: &'static str,
    },
}

/// Applies the grammar of a command to the whole rest of its line.
pub fn whole<'a, C>(
    topic: &Topic,
    grammar: impl Parser<&'a str, Output = C, Error = nom::error::Error<&'a str>>,
    rest: &'a str,
) -> Result<C, ParseError> {
    match all_consuming(terminated(grammar, blanks)).parse(rest) {
        Ok((_, command)) => Ok(command),
        Err(nom::Err::Error(error) | nom::Err::Failure(error))
            if !error.input.trim().is_empty() =>
        {
            let shown = excerpt(error.input.trim(), 40);
            Err(malformed(topic, format!("cannot make sense of '{shown}'")))
        }
        Err(_) => Err(malformed(topic, "something is missing".to_owned())),
    }
}

/// The meaning of a command that takes no words. An error if words follow.
pub fn alone<C>(topic: &Topic, meaning: C, rest: &str) -> Result<C, ParseError> {
    match blanks(rest) {
        Ok(("", _)) => Ok(meaning),
        _ => Err(malformed(topic, format!("unexpected '{}'", excerpt(rest.trim(), 40)))),
    }
}

fn malformed(topic: &Topic, problem: String) -> ParseError {
    ParseError::Malformed { command: topic.name, problem, usage: topic.usage }
}

fn blanks(input: &str) -> IResult<&str, &str> {
    take_while(|c: char| c.is_ascii_whitespace()).parse(input)
}

/// A word: a run of anything but blanks. Blanks before it are skipped.
pub fn word(input: &str) -> IResult<&str, &str> {
    preceded(blanks, take_while1(|c: char| !c.is_ascii_whitespace())).parse(input)
}

/// One word, as a string.
pub fn owned_word(input: &str) -> IResult<&str, String> {
    map(word, str::to_owned).parse(input)
}

/// At least one word, with single blanks between words.
pub fn words(input: &str) -> IResult<&str, String> {
    map(many1(word), |words| words.join(" ")).parse(input)
}

/// The text of some words, with the blanks between them as they are.
pub fn trimmed<'a, O>(
    words: impl Parser<&'a str, Output = O, Error = nom::error::Error<&'a str>>,
) -> impl Parser<&'a str, Output = String, Error = nom::error::Error<&'a str>> {
    map(recognize(words), |text: &str| text.trim().to_owned())
}

/// Exactly this word.
pub fn keyword<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(word, move |found: &str| found == expected)
}

/// A whole number. A number that is too large counts as the largest.
pub fn number(input: &str) -> IResult<&str, u64> {
    map(verify(word, is_digits), saturated).parse(input)
}

/// Digits as a number. A number that is too large counts as the largest.
pub fn saturated(digits: &str) -> u64 {
    digits.parse().unwrap_or(u64::MAX)
}

/// Whether a word is a whole number. Rust's own parser would allow a plus sign, too.
pub fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A number of 32 bits. A number that is too large counts as the largest.
pub fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Words up to a keyword, with single blanks between words.
pub fn words_before(end: &'static str) -> impl FnMut(&str) -> IResult<&str, String> {
    move |input| {
        map(many1(preceded(not(peek(keyword(end))), word)), |words: Vec<&str>| words.join(" "))
            .parse(input)
    }
}
