//! Reads records from a text, one after another.

use super::foreign::ForeignFormat;
use super::heading::{Heading, NoHeading};
use super::notes::Assumption;
use super::reading::{Joint, UnfinishedRecord, WrittenResult, cut_remark, plain};
use super::scan::{MovetextPart, NoMovetextPart, Scanner, has_empty_line};
use super::{Record, results};
use sarsen_core::game::excerpt;

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

impl RecordError {
    /// If a text is of another format, an error that names the format.
    #[must_use]
    pub fn of_foreign(text: &str) -> Option<Self> {
        let mut scan = Scanner::new(text, true);
        scan.skip();
        let format = ForeignFormat::of_file(text, scan.rest())?;
        let problem = format!("this is {format}; game records are read as PGN or PDN has them");
        Some(Self { line: scan.line_of(scan.at()), problem })
    }
}

/// The records of a text, one after another. What is irregular, but clear, is read, and the
/// record's [notes](Record::notes) say what was assumed. After a record that cannot be read, the
/// next one begins with the next tag that begins a line. Such a tag among the moves also begins the
/// next record. The work is proportional to the length of the text.
///
/// ```
/// use sarsen_tools::matches::record::Records;
///
/// let text = "[Game \"connect4\"]\n1. 4 4 2. 3 *\n[Game \"stonehenge\"]\n1. 6@7 *\n";
/// let moves: Vec<String> = Records::new(text).map(|r| r.unwrap().moves()).collect();
/// assert_eq!(moves, ["4 4 3", "6@7"]);
/// ```
pub struct Records<'a> {
    scan: Scanner<'a>,
    /// Whether nothing stands before the text but comments, so that its format is not known.
    is_first: bool,
    /// Whether the text ended in the middle of a record.
    is_unfinished: bool,
}

impl<'a> Records<'a> {
    /// The records of a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self::of_rest(text, true, true)
    }

    /// The records of a text that may begin in the middle of a line, or behind other records.
    pub(super) fn of_rest(text: &'a str, begins_line: bool, is_first: bool) -> Self {
        Self { scan: Scanner::new(text, begins_line), is_first, is_unfinished: false }
    }

    /// The text that has not been read yet.
    pub(super) fn rest(&self) -> &'a str {
        self.scan.rest()
    }

    /// Whether the end of the text was the end of the last record, or its error, so that more text
    /// might give another one.
    pub(super) fn is_unfinished(&self) -> bool {
        self.is_unfinished
    }

    /// An error at this place. UnfinishedRecord goes on at `next`.
    fn fail(
        &mut self,
        at: usize,
        next: usize,
        problem: impl FnOnce(&str) -> String,
    ) -> RecordError {
        self.scan.go_to(at);
        let found = self.scan.rest().split_whitespace().next();
        self.is_unfinished = found.is_none();
        let found = excerpt(found.unwrap_or("the end of the text"), 40);
        self.scan.go_to(next);
        RecordError { line: self.scan.line_of(at), problem: problem(&found) }
    }

    /// Reads a record. `None` if there is nothing but comments and results without a game.
    fn record(&mut self) -> Result<Option<Record>, RecordError> {
        let at = self.scan.at();
        let prose = self.scan.prose();
        let heading = match Heading::read(&mut self.scan) {
            Ok(heading) => heading,
            Err(NoHeading { at, conflict }) => {
                let next = self.scan.next_record(at, true);
                let problem = |found: &str| {
                    conflict.unwrap_or(format!("'{found}' does not begin a tag [Name \"value\"]"))
                };
                return Err(self.fail(at, next, problem));
            }
        };
        let is_all = heading.is_all;
        let mut reading = UnfinishedRecord::new(heading, &mut self.scan);
        if let Some(prose) = prose {
            reading.note(self.scan.line_of(at), Assumption::Heading(prose.to_owned()));
        }
        let written = if is_all { None } else { self.moves(&mut reading)? };
        let at = written.map_or(self.scan.at(), |written| written.at);
        let line = self.scan.line_of(at);
        match reading.end(written.map(|written| written.said), line) {
            Ok(record) => Ok(record),
            Err(problem) => Err(self.fail(at, self.scan.at(), |_| problem)),
        }
    }

    /// Reads the moves of a record, and its result if there is one.
    fn moves(
        &mut self,
        reading: &mut UnfinishedRecord,
    ) -> Result<Option<WrittenResult>, RecordError> {
        loop {
            let before = self.scan.at();
            self.scan.skip();
            let at = self.scan.at();
            if self.scan.rest().is_empty() {
                self.is_unfinished = true;
                return Ok(None);
            }
            if self.scan.stands_before_tags() {
                return Ok(None);
            }
            let part = match self.scan.part() {
                Ok(part) => part,
                Err(NoMovetextPart::Stray) if reading.fold(&mut self.scan) => continue,
                Err(why) => return Err(self.no_part(at, &why)),
            };
            match part {
                MovetextPart::Comment(comment) => reading.comment(comment, self.scan.at()),
                MovetextPart::Aside => {}
                MovetextPart::Number(number) => {
                    let is_first = number == "1." && !self.scan.rest().trim_start().is_empty();
                    let gap = self.scan.between(before, at);
                    if is_first && reading.has_moves() && has_empty_line(gap) {
                        let line = self.scan.line_of(at);
                        reading.note(line, Assumption::NumbersBeginAgain);
                        self.scan.go_to(at);
                        return Ok(None);
                    }
                    reading.number();
                }
                MovetextPart::Word(whole) => {
                    let word = &*plain(whole);
                    if word.is_empty() {
                        continue;
                    }
                    let joint = match results::of_pgn(word) {
                        Some(_) => Joint::Apart,
                        None => reading.join(word),
                    };
                    let joined = match joint {
                        Joint::Apart => None,
                        Joint::Half => continue,
                        Joint::Whole => Some(reading.take_last()),
                    };
                    let word = joined.as_deref().unwrap_or(word);
                    if joined.is_some() {
                        let line = self.scan.line_of(at);
                        reading.note(line, Assumption::Joined(word.to_owned()));
                    }
                    let (word, remark) = cut_remark(word);
                    let said = results::of_pgn(word);
                    if said.is_none() {
                        reading.word(word);
                    }
                    if !remark.is_empty() {
                        let line = self.scan.line_of(at);
                        reading.remark(line, whole, remark);
                    }
                    if let Some(said) = said {
                        self.scan.skip();
                        return Ok(Some(WrittenResult { at, said }));
                    }
                }
            }
        }
    }

    /// If the text is of another format, an error. Then there is nothing left to read.
    fn foreign(&mut self) -> Option<RecordError> {
        let mut error = RecordError::of_foreign(self.scan.rest())?;
        error.line += self.scan.line_of(self.scan.at()) - 1;
        self.scan.go_to(self.scan.at() + self.scan.rest().len());
        Some(error)
    }

    /// An error at a place where no part of the movetext stands.
    fn no_part(&mut self, at: usize, why: &NoMovetextPart) -> RecordError {
        match *why {
            NoMovetextPart::OpenComment(next) => self
                .fail(at, next, |_: &str| "the comment that begins here has no end '}'".to_owned()),
            NoMovetextPart::OpenVariation(next) => self.fail(at, next, |_: &str| {
                "the variation that begins here has no end ')'".to_owned()
            }),
            NoMovetextPart::Stray => {
                let next = self.scan.next_record(at, false);
                let problem =
                    |found: &str| format!("a move or a result ({RESULTS}) is due, not '{found}'");
                self.fail(at, next, problem)
            }
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.is_unfinished = false;
        loop {
            let foreign = if self.is_first { self.foreign() } else { None };
            self.scan.skip();
            if self.scan.rest().is_empty() && foreign.is_none() {
                return None;
            }
            if let Some(found) = foreign.map(Err).or_else(|| self.record().transpose()) {
                self.is_first = false;
                return Some(found);
            }
        }
    }
}
