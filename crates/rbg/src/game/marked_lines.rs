//! The lines of a file in which the author says something.

use std::ops::Range;

/// How such a line begins.
pub(super) const MARK: &str = "//@";

/// What the author says with a word: the number of each line, from 0, and the text behind the word.
pub(super) fn values<'t>(text: &'t str, word: &str) -> impl Iterator<Item = (usize, &'t str)> {
    text.lines().enumerate().filter_map(move |(number, line)| {
        let said = line.trim_start().strip_prefix(MARK)?.trim_start();
        let value = said.strip_prefix(word)?;
        (value.is_empty() || value.starts_with(char::is_whitespace)).then(|| (number, value.trim()))
    })
}

/// The bytes of a part of a text.
pub(super) fn bytes_of(text: &str, part: &str) -> Range<usize> {
    let from = part.as_ptr() as usize - text.as_ptr() as usize;
    from..from + part.len()
}
