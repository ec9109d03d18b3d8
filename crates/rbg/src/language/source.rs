//! The text of a file, and places in it.

use super::error::{Place, RulesError};

/// The longest piece of a line that an error shows.
const SHOWN: usize = 78;

/// The text of a file of rules, and its name.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    file: String,
    text: String,
}

impl Source {
    pub(crate) fn new(file: &str, text: &str) -> Self {
        Self { file: file.to_owned(), text: text.to_owned() }
    }

    /// The place of a byte of the text. Past the end, it is the end.
    pub(crate) fn place(&self, at: u32) -> Place {
        let mut at = (at as usize).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let rest = &self.text[start..];
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        let before = self.text[start..at].chars().count();
        let (shown, caret) = window(line, before);
        Place {
            file: self.file.clone(),
            line: self.text[..start].matches('\n').count() + 1,
            column: before + 1,
            shown,
            caret,
        }
    }
}

/// The text of a file, which must be UTF-8.
///
/// # Errors
///
/// If it is another encoding, or no text.
pub fn text_of(file: &str, bytes: Vec<u8>) -> Result<String, RulesError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(RulesError::of_file(file, "this file is UTF-16: save it as UTF-8"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(&error.as_bytes()[..good]);
        RulesError::at(file, &text, good, "this file is no UTF-8 text from here on")
    })
}

/// The part of a line around a character that fits a terminal, without tabs and signs that cannot
/// be printed, and where in it the character is.
fn window(line: &str, at: usize) -> (String, usize) {
    let first = at.saturating_sub(SHOWN * 3 / 4);
    let mut shown: String = line.chars().skip(first).take(SHOWN).map(printable).collect();
    let mut caret = at - first;
    if first > 0 {
        shown.insert_str(0, "...");
        caret += 3;
    }
    (shown.trim_end().to_owned(), caret)
}

fn printable(c: char) -> char {
    if c == '\t' {
        ' '
    } else if c.is_control() {
        '?'
    } else {
        c
    }
}
