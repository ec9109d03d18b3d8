//! The terminal: lines in, colours out.

mod lines;
#[cfg(unix)]
mod modes;
mod paint;

pub(super) use lines::{EditedLines, LineInput, LineSource, PlainLines};
#[cfg(unix)]
pub(super) use modes::TerminalModes;
pub(super) use paint::paint;
