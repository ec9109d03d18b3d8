//! The text of a file, and places in it.

use std::fmt::{Display, Formatter};

use sarsen_core::sys::text::is_unseen;

/// The longest piece of a line that an error shows.
const SHOWN: usize = 78;

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilePlace {
    /// The file as it was named.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The line, or the part of it around the place.
    pub shown: String,
    /// Where the place is in what is shown, from 0.
    pub caret: usize,
}

impl FilePlace {
    pub(super) fn write_line(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let number = self.line.to_string();
        writeln!(f, "\n {number} | {}", self.shown)?;
        write!(f, " {:1$} | {2:3$}^", "", number.len(), "", self.caret)
    }
}

impl Display for FilePlace {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// The text of a file of rules, and its name.
#[derive(Clone, Debug)]
pub(crate) struct SourceText {
    file: String,
    text: String,
}

impl SourceText {
    pub(crate) fn new(file: &str, text: &str) -> Self {
        Self { file: file.to_owned(), text: text.to_owned() }
    }

    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// The place of a byte of the text. Past the end, it is the end.
    pub(crate) fn place(&self, at: u32) -> FilePlace {
        let mut at = (at as usize).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let rest = &self.text[start..];
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        let before = self.text[start..at].chars().count();
        let (shown, caret) = window(line, before);
        FilePlace {
            file: self.file.clone(),
            line: self.text[..start].matches('\n').count() + 1,
            column: before + 1,
            shown,
            caret,
        }
    }
}

/// The part of a line around a character that fits a terminal, without tabs and signs that cannot
/// be printed, and where in it the character is.
fn window(line: &str, at: usize) -> (String, usize) {
    let first = at.saturating_sub(SHOWN * 3 / 4);
    let mut part: String = line.chars().skip(first).take(SHOWN).map(shown).collect();
    let mut caret = at - first;
    if first > 0 {
        part.insert_str(0, "...");
        caret += 3;
    }
    (part.trim_end().to_owned(), caret)
}

/// What stands for a character that cannot be shown, so that each takes one column.
fn shown(c: char) -> char {
    match c {
        '\t' => ' ',
        c if is_unseen(c) => '?',
        c => c,
    }
}
