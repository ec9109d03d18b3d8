//! What is said beside the answers, on standard error.

use std::fmt::Display;
use std::io::Write;

use crate::game::printable;

/// Writes a line to standard error, or several, if anybody reads it: nothing fails because nobody does. Whatever it quotes
/// can be seen.
pub(crate) fn say(text: impl Display) {
    let mut shown = String::new();
    for line in text.to_string().split('\n') {
        shown.push_str(&printable(line));
        shown.push('\n');
    }
    let _ = std::io::stderr().write_all(shown.as_bytes());
}
