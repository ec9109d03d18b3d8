//! The lines that tell which positions are to be solved.

use std::error::Error;
use std::io::BufRead;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread::Builder;

use super::super::TICK;
use crate::lines::{Lines, Refused};

/// What standard input is called.
const STANDARD_INPUT: &str = "standard input";

/// A line of the input.
pub(super) struct Line {
    /// Where it stands.
    pub(super) place: String,
    /// The text, or what is wrong with it.
    pub(super) text: Result<String, String>,
}

/// One line after the other.
pub(super) type Input<'a> = Box<dyn Iterator<Item = Line> + 'a>;

/// The line for the start position.
pub(super) fn start() -> Line {
    Line { place: "start".to_owned(), text: Ok(String::new()) }
}

/// The lines of files, `-` or none for standard input, which end early when it has to stop; with how many there are, 0 if
/// that is not known yet.
pub(super) fn lines<'a>(
    files: &[PathBuf],
    stop: &'a AtomicBool,
) -> Result<(Input<'a>, u64), Box<dyn Error>> {
    if files.is_empty() {
        return Ok((Box::new(standard_input(stop)?), 0));
    }
    let mut lines = Vec::new();
    for path in files {
        if path.as_os_str() == "-" {
            lines.extend(standard_input(stop)?);
            continue;
        }
        let name = path.display().to_string();
        // What can be opened may still be a directory.
        let text = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
        lines.extend(filled(&name, text.as_slice()));
    }
    let count = lines.len() as u64;
    Ok((Box::new(lines.into_iter()), count))
}

/// The lines of standard input. Another thread reads them: nobody need wait for the next one who has to stop.
fn standard_input(stop: &AtomicBool) -> std::io::Result<impl Iterator<Item = Line>> {
    let (sender, lines) = sync_channel(1);
    Builder::new().spawn(move || {
        let lines = filled(STANDARD_INPUT, std::io::stdin().lock());
        // Once nobody takes them any more it is over.
        let _ = lines.into_iter().try_for_each(|line| sender.send(line));
    })?;
    Ok(std::iter::from_fn(move || {
        loop {
            match lines.recv_timeout(TICK) {
                Ok(line) => return Some(line),
                Err(RecvTimeoutError::Timeout) if !stop.load(Relaxed) => {}
                Err(_) => return None,
            }
        }
    }))
}

/// The lines that are neither empty nor comments.
fn filled(name: &str, input: impl BufRead) -> impl Iterator<Item = Line> {
    let line = move |(text, number): (Result<String, Refused>, usize)| Line {
        place: format!("{name}, line {number}"),
        text: text.map_err(|refused| refused.why),
    };
    let is_filled = |text: &str| !matches!(text.trim_start().chars().next(), None | Some('#'));
    Lines::new(input)
        .zip(1..)
        .map(line)
        .filter(move |line| line.text.as_ref().map_or(true, |text| is_filled(text)))
}
