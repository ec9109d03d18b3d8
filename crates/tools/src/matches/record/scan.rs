//! Takes the parts of records from a text: blanks, tags, comments, words. Each looks at no more of
//! the text than it takes, or than an error loses.

use super::tag::{TagText, strict_tag, tag};

/// The length limit of words before tags, in bytes.
const LONGEST_PROSE: usize = 2000;

/// Characters that end a word.
const ENDS: &str = "{}[];$\"";

/// A text, and the place in it up to which it has been read.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// Whether the text begins a line.
    begins_line: bool,
    /// A place, and the number of its line. They make the next count of lines short.
    counted: (usize, usize),
}

/// A part of the movetext.
pub(super) enum MovetextPart<'a> {
    /// The text of a comment in braces.
    Comment(&'a str),
    /// A move number, or dots.
    Number(&'a str),
    /// A glyph, or a variation.
    Aside,
    /// A word that can be a move or a result.
    Word(&'a str),
}

/// Why no part of the movetext stands at a place.
pub(super) enum NoMovetextPart {
    /// A comment has no end before the next record, which begins at this place.
    OpenComment(usize),
    /// A variation has no end before the next record, which begins at this place.
    OpenVariation(usize),
    /// A character has no meaning there.
    Stray,
}

impl<'a> Scanner<'a> {
    /// A text, which may begin in the middle of a line.
    pub(super) fn new(text: &'a str, begins_line: bool) -> Self {
        Self { text, at: 0, begins_line, counted: (0, 1) }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Reading goes on at this place.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The text that has not been read yet.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The text from one place to another.
    pub(super) fn between(&self, from: usize, to: usize) -> &'a str {
        &self.text[from..to]
    }

    /// The number of the line of a place, counted from 1.
    pub(super) fn line_of(&mut self, at: usize) -> usize {
        let (from, line) = self.counted;
        let count = |text: &str| text.bytes().filter(|&b| b == b'\n').count();
        let line = if at >= from {
            line + count(&self.text[from..at])
        } else {
            line - count(&self.text[at..from])
        };
        self.counted = (at, line);
        line
    }

    /// Whether a tag that begins its line is next.
    pub(super) fn stands_before_tags(&self) -> bool {
        let begins_line = || self.text[..self.at].trim_end_matches([' ', '\t']).ends_with('\n');
        self.rest().starts_with('[') && begins_line() && tag(self.rest()).is_some()
    }

    /// Skips blanks, comments to the end of the line, and lines that begin with `%`.
    pub(super) fn skip(&mut self) {
        loop {
            let rest = self.rest().trim_start_matches(is_blank);
            self.at = self.text.len() - rest.len();
            let begins_line = match self.at {
                0 => self.begins_line,
                at => self.text.as_bytes()[at - 1] == b'\n',
            };
            let is_escaped = begins_line && rest.starts_with('%');
            if !rest.starts_with(';') && !is_escaped {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// Takes a tag.
    pub(super) fn tag(&mut self) -> Option<TagText> {
        let found = tag(self.rest())?;
        self.at += found.length;
        Some(found)
    }

    /// Takes words that stand before tags, and are no moves: a heading, or a text between records.
    pub(super) fn prose(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        if rest.starts_with(['[', '{', '(']) {
            return None;
        }
        let mut length = 0;
        for line in rest.split_inclusive('\n') {
            if line.starts_with('[') && tag(&rest[length..]).is_some() {
                let text = rest[..length].trim();
                return is_prose(text).then(|| {
                    self.at += length;
                    text
                });
            }
            length += line.len();
            let may_end_game = ["*", "1-0", "0-1", "1/2"].iter().any(|end| line.contains(end));
            if length > LONGEST_PROSE || may_end_game {
                return None;
            }
        }
        None
    }

    /// Takes a line that is like a tag, but has no value, as `[Round]` or `[]`.
    pub(super) fn empty_tag(&mut self) -> Option<&'a str> {
        let line = &self.rest()[..self.rest().find('\n')?];
        let line = line.trim_end();
        let inner = line.strip_prefix('[')?.strip_suffix(']')?;
        if inner.contains(is_blank) || inner.contains(['"', '[', ']']) {
            return None;
        }
        self.at += line.len();
        Some(line)
    }

    /// Takes a part of the movetext.
    pub(super) fn part(&mut self) -> Result<MovetextPart<'a>, NoMovetextPart> {
        let rest = self.rest();
        let here = self.at;
        let digits = |text: &str| text.len() - text.trim_start_matches(is_digit).len();
        match rest.as_bytes().first() {
            Some(b'{') => {
                let end =
                    comment_end(rest).map_err(|next| NoMovetextPart::OpenComment(here + next))?;
                self.at += end + 1;
                return Ok(MovetextPart::Comment(&rest[1..end]));
            }
            Some(b'(') => {
                let end = variation_end(rest)
                    .map_err(|next| NoMovetextPart::OpenVariation(here + next))?;
                self.at += end;
                return Ok(MovetextPart::Aside);
            }
            // A command such as `[%clk 1:00]` that stands in no comment.
            Some(b'[') if rest.starts_with("[%") => {
                let end = rest.find([']', '\n']).filter(|&end| rest[end..].starts_with(']'));
                self.at += end.ok_or(NoMovetextPart::Stray)? + 1;
                return Ok(MovetextPart::Aside);
            }
            Some(b'$') if digits(&rest[1..]) > 0 => {
                self.at += 1 + digits(&rest[1..]);
                return Ok(MovetextPart::Aside);
            }
            _ => {}
        }
        let dots = rest[digits(rest)..].trim_start_matches('.');
        if dots.len() < rest.len() - digits(rest) {
            self.at += rest.len() - dots.len();
            return Ok(MovetextPart::Number(&rest[..rest.len() - dots.len()]));
        }
        if rest.starts_with('%') {
            return Err(NoMovetextPart::Stray);
        }
        let end = rest.find(|c| is_blank(c) || ENDS.contains(c)).unwrap_or(rest.len());
        self.at += end;
        if end == 0 { Err(NoMovetextPart::Stray) } else { Ok(MovetextPart::Word(&rest[..end])) }
    }

    /// Where the next record begins after an error among the tags (`is_in_tags`) or among the moves
    /// that begin at this place: at a line that begins with a tag. If other tags belong to the
    /// broken record, there must be an empty line before it. After an empty line, what
    /// looks like a tag is enough.
    pub(super) fn next_record(&self, from: usize, is_in_tags: bool) -> usize {
        let mut may_begin = !is_in_tags;
        lines(&self.text[from..])
            .find(|(at, line, is_after_empty)| {
                let is_like_tag = line.starts_with('[');
                let begins = *at > 0
                    && is_like_tag
                    && (*is_after_empty
                        || may_begin && strict_tag(&self.text[from + at..]).is_some());
                may_begin |= *at > 0 && line.trim().is_empty();
                begins
            })
            .map_or(self.text.len(), |(at, ..)| from + at)
    }
}

/// Blanks, wide or without any width, the character that ended files long ago, and those that fill
/// them up.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}' | '\u{1a}' | '\0')
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Whether more than half of the words of a text are words of a language. One of them has to begin
/// with a capital letter: the words of games do not.
fn is_prose(text: &str) -> bool {
    let is_word = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    let words = || text.split(is_blank).filter(|word| !word.is_empty());
    let count = words().filter(|word| is_word(word.trim_matches(['.', ',', ':', '\'']))).count();
    let has_capital = words().any(|word| word.starts_with(char::is_uppercase));
    2 * count > words().count() && has_capital
}

/// Whether an empty line is in a text between two others.
pub(super) fn has_empty_line(gap: &str) -> bool {
    let mut lines = gap.split('\n').skip(1).peekable();
    while let Some(line) = lines.next() {
        if lines.peek().is_some() && line.trim().is_empty() {
            return true;
        }
    }
    false
}

/// The lines of a text that may begin in the middle of one: the place of each, and whether an empty
/// line is before it.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str, bool)> {
    let (mut at, mut is_after) = (0, false);
    text.split_inclusive('\n').map(move |line| {
        let found = (at, line, is_after);
        is_after = at > 0 && line.trim().is_empty();
        at += line.len();
        found
    })
}

/// The place of the brace that ends the comment with which a text begins. If the tags of a record
/// come before it, their place.
fn comment_end(text: &str) -> Result<usize, usize> {
    let mut lines = LineFeeds::default();
    for (at, b) in text.bytes().enumerate() {
        match b {
            b'}' => return Ok(at),
            b'\n' if lines.begin_tags(text, at) => return Err(at + 1),
            _ => {}
        }
    }
    Err(text.len())
}

/// The length of the variation with which a text begins. If the tags of a record come before its
/// end, their place.
fn variation_end(text: &str) -> Result<usize, usize> {
    let (mut depth, mut is_comment, mut lines) = (0_usize, false, LineFeeds::default());
    for (at, b) in text.bytes().enumerate() {
        match b {
            b'\n' if lines.begin_tags(text, at) => return Err(at + 1),
            b'}' => is_comment = false,
            _ if is_comment => {}
            b'{' => is_comment = true,
            b'(' => depth += 1,
            b')' if depth == 1 => return Ok(at + 1),
            b')' => depth -= 1,
            _ => {}
        }
    }
    Err(text.len())
}

/// The line feeds of a text, one after another.
#[derive(Default)]
struct LineFeeds {
    /// The place of the last one.
    last: Option<usize>,
}

impl LineFeeds {
    /// Whether the line before this line feed is empty, and the one behind it begins with a tag.
    fn begin_tags(&mut self, text: &str, at: usize) -> bool {
        let before = self.last.replace(at);
        before.is_some_and(|before| text[before..at].trim().is_empty())
            && strict_tag(&text[at + 1..]).is_some()
    }
}
