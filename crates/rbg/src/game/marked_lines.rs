//! The lines of a file in which the author says something.

use std::ops::Range;

/// How such a line begins.
pub(super) const MARK: &str = "//@";

/// What the author says: the number of each line, from 0, and the text behind the mark.
pub(super) fn marked_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().filter_map(|(number, line)| {
        let said = line.trim_start().strip_prefix(MARK)?;
        Some((number, said.trim()))
    })
}

/// The word of a mark, and its value.
pub(super) fn word_and_value(said: &str) -> (&str, &str) {
    let (word, value) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
    (word, value.trim())
}

/// What the author says with a word: the values, in order.
pub(super) fn values<'t>(text: &'t str, word: &str) -> impl Iterator<Item = &'t str> {
    let all = marked_lines(text).map(|(_, said)| word_and_value(said));
    all.filter(move |(known, _)| *known == word).map(|(_, value)| value)
}

/// The bytes of a part of a text.
pub(super) fn bytes_of(text: &str, part: &str) -> Range<usize> {
    let from = part.as_ptr() as usize - text.as_ptr() as usize;
    from..from + part.len()
}
