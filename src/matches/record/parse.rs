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

/// The results that there are.
const RESULTS: &str = "1-0, 0-1, 1/2-1/2, *";

/// Why a text is not a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

/// The records of a text, one after another. After a record that cannot be read, the next one
/// begins with the next tag that begins a line after an empty line. A tag that begins a line among
/// the moves also begins the next record.
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

    /// An error at the beginning of `rest`. Reading goes on behind it.
    fn fail(&mut self, rest: &'a str, problem: impl FnOnce(&str) -> String) -> RecordError {
        self.fail_up_to(rest, next_record(rest), problem)
    }

    /// An error at the beginning of `rest`. Reading goes on at `next`.
    fn fail_up_to(
        &mut self,
        rest: &str,
        next: &'a str,
        problem: impl FnOnce(&str) -> String,
    ) -> RecordError {
        self.rest = next;
        self.is_unfinished = rest.is_empty();
        let before = &self.text[..self.text.len() - rest.len()];
        let found = rest.split_whitespace().next().unwrap_or("the end of the text");
        RecordError {
            line: before.matches('\n').count() + 1,
            problem: problem(&excerpt(found, 40)),
        }
    }

    /// An error among the moves: `rest` does not go on as a record does. `last` is the move before
    /// it, if there is one.
    fn fail_to_go_on(&mut self, rest: &'a str, last: Option<&'a str>) -> RecordError {
        if rest.starts_with('{') {
            let problem = |_: &str| "the comment that begins here has no end '}'".to_owned();
            return self.fail_up_to(rest, &rest[inner_tags(rest).unwrap_or(rest.len())..], problem);
        }
        let is_tag = rest.starts_with('[') && begins_line(self.text, rest);
        let next = if is_tag { rest } else { next_record(rest) };
        let last = last.filter(|last| is_like_result(last));
        if let Some(last) = last.filter(|_| rest.is_empty() || rest.starts_with('[')) {
            let at = last.as_ptr() as usize - self.text.as_ptr() as usize;
            let problem = |_: &str| format!("'{}' is no result ({RESULTS})", excerpt(last, 40));
            let error = self.fail_up_to(&self.text[at..], next, problem);
            self.is_unfinished = rest.is_empty();
            error
        } else if is_tag {
            let problem = |_: &str| format!("the next tags begin, but a result ({RESULTS}) is due");
            self.fail_up_to(rest, next, problem)
        } else {
            let problem =
                |found: &str| format!("a move or a result ({RESULTS}) is due, not '{found}'");
            self.fail_up_to(rest, next, problem)
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
        let (mut rest, mut last) = (rest, None);
        loop {
            let Ok((after, element)) = element(rest) else {
                return Some(Err(self.fail_to_go_on(rest, last)));
            };
            let here = rest;
            rest = skip(after).map_or(after, |(rest, ())| rest);
            match element {
                Element::Move(text) => {
                    record.push(text, None);
                    last = Some(text);
                }
                Element::Comment(comment) => annotate(&mut record, comment),
                Element::Nothing => {}
                Element::End(outcome) => {
                    let said = result(outcome);
                    if let Some(promised) = promised.filter(|promised| promised != said) {
                        let promised = excerpt(&promised, 40);
                        let problem = |_: &str| {
                            format!("the result is '{said}', but its tag says '{promised}'")
                        };
                        return Some(Err(self.fail_up_to(here, rest, problem)));
                    }
                    record.outcome = outcome;
                    self.rest = rest;
                    return Some(Ok(record));
                }
            }
        }
    }
}

/// Whether `rest`, the end of a text, begins a line of it.
fn begins_line(text: &str, rest: &str) -> bool {
    let before = &text[..text.len() - rest.len()];
    before.trim_end_matches([' ', '\t']).ends_with('\n')
}

/// The text from the next line on that begins with '[' after an empty line. Empty if there is none.
fn next_record(text: &str) -> &str {
    &text[lines_after_empty(text).find(|&at| text[at..].starts_with('[')).unwrap_or(text.len())..]
}

/// The place of the first tag that begins a line after an empty line.
fn inner_tags(text: &str) -> Option<usize> {
    lines_after_empty(text).find(|&at| a_tag(&text[at..]).is_ok())
}

/// The places of lines that follow an empty line.
fn lines_after_empty(text: &str) -> impl Iterator<Item = usize> {
    let (mut at, mut is_after) = (0, false);
    text.split_inclusive('\n').filter_map(move |line| {
        let (start, follows) = (at, is_after);
        at += line.len();
        // The text may begin in the middle of a line.
        is_after = start > 0 && line.trim().is_empty();
        follows.then_some(start)
    })
}

/// Whether a word looks like a result of some kind, such as `2-0`. Such a word may be a move, too.
fn is_like_result(word: &str) -> bool {
    let is_score =
        |text: &str| matches!(text, "0" | "1" | "2" | "1/2" | "0.5" | "\u{bd}" | "+" | "");
    let mut scores = word.split(['-', ':', '\u{2013}']);
    matches!((scores.next(), scores.next(), scores.next()), (Some(one), Some(other), None)
        if is_score(one) && is_score(other))
        || word == "1/2"
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
        map(comment, Element::Comment),
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

/// A comment in braces. If it contains the tags of a record, its end is missing.
fn comment(input: &str) -> IResult<&str, &str> {
    let (rest, comment) = delimited(char('{'), take_till(|c| c == '}'), char('}')).parse(input)?;
    if inner_tags(comment).is_some() { fail().parse(input) } else { Ok((rest, comment)) }
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
            ')' if depth == 1 && inner_tags(&input[..at]).is_some() => break,
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
