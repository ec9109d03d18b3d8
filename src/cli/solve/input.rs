//! The lines that tell which positions are to be solved.

use std::error::Error;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread::Builder;

use super::super::TICK;
use crate::sys::input::{self, is_standard_input};
use crate::sys::text_lines::{Lines, Refused};

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

/// The lines of files, `-` or none for standard input, which end early when it has to stop; with
/// how many there are, 0 if that is not known yet. Only what is being solved is in memory.
pub(super) fn lines<'a>(
    files: &'a [PathBuf],
    stop: &'a AtomicBool,
) -> Result<(Input<'a>, u64), Box<dyn Error>> {
    if files.is_empty() {
        return Ok((Box::new(from_beside("-".into(), stop)), 0));
    }
    let (mut count, mut is_known) = (0, true);
    for path in files {
        let wrong = |error| format!("{}: {error}", path.display());
        if path.is_file() {
            count += filled(name(path), input::open(path).map_err(wrong)?).count() as u64;
        } else {
            is_known = false;
            if !is_standard_input(path) {
                input::check(path).map_err(wrong)?;
            }
        }
    }
    let lines = files.iter().cloned().flat_map(move |path| -> Input<'a> {
        match path.is_file() {
            true => Box::new(of_file(path)),
            false => Box::new(from_beside(path, stop)),
        }
    });
    Ok((Box::new(lines), if is_known { count } else { 0 }))
}

/// What an input is called.
fn name(path: &Path) -> String {
    match is_standard_input(path) {
        true => STANDARD_INPUT.to_owned(),
        false => path.display().to_string(),
    }
}

/// The lines of a file, or why it cannot be read.
fn of_file(path: PathBuf) -> impl Iterator<Item = Line> {
    let name = name(&path);
    let (input, wrong) = match input::open(&path) {
        Ok(input) => (Some(input), None),
        Err(error) => (None, Some(Line { place: name.clone(), text: Err(error.to_string()) })),
    };
    wrong.into_iter().chain(input.into_iter().flat_map(move |input| filled(name.clone(), input)))
}

/// The lines of an input that may keep silent. Another thread reads them: nobody need wait for the
/// next one who has to stop.
fn from_beside(path: PathBuf, stop: &AtomicBool) -> impl Iterator<Item = Line> {
    let place = name(&path);
    let (sender, lines) = sync_channel(1);
    let reader = Builder::new().spawn(move || {
        // Once nobody takes them any more it is over.
        let _ = of_file(path).try_for_each(|line| sender.send(line));
    });
    let wrong = reader.err().map(|error| Line { place, text: Err(error.to_string()) });
    wrong.into_iter().chain(std::iter::from_fn(move || {
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
fn filled(name: String, input: impl BufRead) -> impl Iterator<Item = Line> {
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
