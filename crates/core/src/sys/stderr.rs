//! Messages on standard error, beside the answers on standard output.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use crate::sys::text::printable;

/// The program's name if the system does not tell it.
const USUAL_NAME: &str = "sarsen";

/// Writes one or more lines to standard error, with invisible characters escaped. Ignores errors,
/// for example if standard error is closed.
pub fn say(text: impl Display) {
    let mut shown = String::new();
    for line in text.to_string().split('\n') {
        shown.push_str(&printable(line));
        shown.push('\n');
    }
    let _ = std::io::stderr().write_all(shown.as_bytes());
}

/// Writes an error message, after the program's name.
pub fn complain(line: impl Display) {
    say(format_args!("{}: {line}", program()));
}

/// The name with which the program was called.
pub fn program() -> String {
    let called = std::env::args_os().next();
    let name = called.as_deref().and_then(|called| Path::new(called).file_stem());
    name.and_then(|name| name.to_str()).unwrap_or(USUAL_NAME).to_owned()
}
