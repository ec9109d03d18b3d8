//! Reads records from a text, one after another.

use nom::branch::alt;
use nom::bytes::complete::{escaped_transform, is_not, tag, take_till, take_while1};
use nom::character::complete::{char, digit0, digit1, multispace0, multispace1};
use nom::combinator::{fail, map, opt, recognize, value};
use nom::multi::many0;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

use super::{Ply, Record, result};
use crate::game::{Outcome, Player, excerpt};

/// Why a text is not a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

/// The records of a text, one after another, up to the first that cannot be read.
///
/// ```
/// use sarsen::matches::record::Records;
///
/// let text = "[Game \"connect4\"]\n1. 4 4 2. 3 *\n[Game \"stonehenge\"]\n1. 6@7 *\n";
/// let moves: Vec<String> = Records::new(text).map(|r| r.unwrap().moves()).collect();
/// assert_eq!(moves, ["4 4 3", "6@7"]);
/// ```
pub struct Records<'a> {
    text: &'a str,
    rest: &'a str,
    /// Whether the text ended in the middle of a record.
    is_unfinished: bool,
}

impl<'a> Records<'a> {
    /// The records of a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text, rest: text.trim_start_matches('\u{feff}'), is_unfinished: false }
    }

    /// The text that has not been read yet.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// Whether the last error was the end of the text, so that more text might give a record.
    pub(super) fn is_unfinished(&self) -> bool {
        self.is_unfinished
    }

    /// An error at the beginning of `rest`. It ends the reading.
    fn fail(&mut self, rest: &str, problem: impl FnOnce(&str) -> String) -> RecordError {
        self.rest = "";
        self.is_unfinished = rest.is_empty();
        let before = &self.text[..self.text.len() - rest.len()];
        let found = rest.split_whitespace().next().unwrap_or("the end of the text");
        RecordError {
            line: before.matches('\n').count() + 1,
            problem: problem(&excerpt(found, 40)),
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = skip(self.rest).map_or(self.rest, |(rest, _)| rest);
        if rest.is_empty() {
            self.rest = rest;
            return None;
        }
        let (rest, mut tags) =
            many0(terminated(a_tag, skip)).parse(rest).unwrap_or((rest, Vec::new()));
        if rest.starts_with('[') {
            let problem = |found: &str| format!("'{found}' does not begin a tag [Name \"value\"]");
            return Some(Err(self.fail(rest, problem)));
        }
        let twice = (1..tags.len()).find(|&at| tags[..at].iter().any(|tag| tag.0 == tags[at].0));
        if let Some(at) = twice {
            let name = excerpt(&tags[at].0, 40);
            return Some(Err(self.fail(rest, |_| format!("before it are two tags '{name}'"))));
        }
        // The result stands again after the moves.
        let at = tags.iter().position(|(name, _)| name == "Result");
        let promised = at.map(|at| tags.remove(at).1);
        let mut record = Record { tags, ..Record::default() };
        let mut rest = rest;
        loop {
            match element(rest) {
                Ok((after, element)) => {
                    rest = skip(after).map_or(after, |(rest, ())| rest);
                    match element {
                        Element::Move(text) => record.push(text, None),
                        Element::Comment(comment) => annotate(&mut record, comment),
                        Element::Nothing => {}
                        Element::End(outcome) => {
                            let said = result(outcome);
                            if let Some(promised) = promised.filter(|promised| promised != said) {
                                let promised = excerpt(&promised, 40);
                                let problem = |_: &str| {
                                    format!("the result is '{said}', but its tag says '{promised}'")
                                };
                                return Some(Err(self.fail(rest, problem)));
                            }
                            record.outcome = outcome;
                            self.rest = rest;
                            return Some(Ok(record));
                        }
                    }
                }
                Err(_) => {
                    let problem = |found: &str| {
                        format!("a move or a result (1-0, 0-1, 1/2-1/2, *) is due, not '{found}'")
                    };
                    return Some(Err(self.fail(rest, problem)));
                }
            }
        }
    }
}

/// Adds a comment to the last move. A comment before the first move is dropped.
fn annotate(record: &mut Record, comment: &str) {
    let words = comment.replace('{', " ").split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(Ply { comment, .. }) = record.plies.last_mut().filter(|_| !words.is_empty()) {
        *comment = Some(match comment.take() {
            Some(before) => format!("{before} {words}"),
            None => words,
        });
    }
}

#[derive(Clone)]
enum Element<'a> {
    Move(&'a str),
    Comment(&'a str),
    /// A move number, dots, a glyph or a variation.
    Nothing,
    End(Option<Outcome>),
}

fn element(input: &str) -> IResult<&str, Element<'_>> {
    let won = |player| Some(Outcome::Win(player));
    let number = recognize((digit0, take_while1(|c| c == '.')));
    let glyph = preceded(char('$'), digit1);
    alt((
        map(delimited(char('{'), take_till(|c| c == '}'), char('}')), Element::Comment),
        value(Element::Nothing, alt((number, glyph, variation))),
        map(word, move |text| match text {
            "1-0" => Element::End(won(Player::First)),
            "0-1" => Element::End(won(Player::Second)),
            "1/2-1/2" => Element::End(Some(Outcome::Draw)),
            "*" => Element::End(None),
            text => Element::Move(text),
        }),
    ))
    .parse(input)
}

/// Moves in parentheses that were not played.
fn variation(input: &str) -> IResult<&str, &str> {
    let (mut depth, mut is_comment) = (0_u32, false);
    for (at, c) in input.char_indices() {
        match c {
            '}' => is_comment = false,
            _ if is_comment => {}
            '{' => is_comment = true,
            '(' => depth += 1,
            ')' if depth == 1 => return Ok((&input[at + 1..], &input[..=at])),
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    fail().parse(input)
}

/// A word that can be a move or a result.
fn word(input: &str) -> IResult<&str, &str> {
    take_while1(|c: char| !c.is_whitespace() && !"{}[];$\"".contains(c)).parse(input)
}

fn a_tag(input: &str) -> IResult<&str, (String, String)> {
    let name = take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let text = escaped_transform(
        is_not("\\\"\n"),
        '\\',
        alt((value("\\", tag("\\")), value("\"", tag("\"")))),
    );
    let quoted = delimited(char('"'), map(opt(text), Option::unwrap_or_default), char('"'));
    let (rest, (name, _, text)) =
        delimited((char('['), multispace0), (name, multispace1, quoted), (multispace0, char(']')))
            .parse(input)?;
    Ok((rest, (name.to_owned(), text)))
}

/// Skips blanks, and comments to the end of the line.
fn skip(input: &str) -> IResult<&str, ()> {
    let comment = recognize((char(';'), take_till(|c| c == '\n')));
    value((), many0(alt((multispace1, comment)))).parse(input)
}
