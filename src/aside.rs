//! What is said beside the answers, on standard error.

use std::fmt::Display;
use std::io::Write;

/// Writes a line to standard error, if anybody reads it: nothing fails because nobody does.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
