//! The lines of positions to solve, from files or standard input.

use std::io::{self, BufRead};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};

use crate::cli::file_error::{FileError, InFile};
use crate::cli::progress::TICK;
use sarsen_core::sys::input::{self, is_standard_input, name};
use sarsen_core::sys::text_lines::{BadLine, TextLines};
use sarsen_core::sys::threads::ThreadKind;

/// Why there are no lines to solve.
#[derive(Debug, thiserror::Error)]
pub(super) enum InputError {
    /// A file cannot be opened.
    #[error(transparent)]
    Open(#[from] FileError<io::Error>),
    /// A long proof can solve only one position.
    #[error("--checkpoint and --proof are for one position, not for several")]
    Several,
}

told!(InputError);

/// A line of the input.
pub(super) struct InputLine {
    /// The file and the line number.
    pub(super) place: String,
    /// The text, or why it cannot be read.
    pub(super) text: Result<String, String>,
}

/// All lines of the input.
pub(super) type InputLines<'a> = Box<dyn Iterator<Item = InputLine> + 'a>;

/// The line for the start position.
pub(super) fn start() -> InputLine {
    InputLine { place: "start".to_owned(), text: Ok(String::new()) }
}

/// The lines of files, and their number: 0 if that is not known yet. No file, or `-`, means
/// standard input. The lines end early if `stop` is set. They are read one by one, as needed.
pub(super) fn lines<'a>(
    files: &'a [PathBuf],
    stop: &'a AtomicBool,
) -> Result<(InputLines<'a>, u64), FileError<io::Error>> {
    if files.is_empty() {
        return Ok((Box::new(by_thread("-".into(), stop)), 0));
    }
    let (mut count, mut is_known) = (0, true);
    for path in files {
        if path.is_file() {
            count += filled(name(path), input::open_quietly(path).in_file(path.display())?).count()
                as u64;
        } else {
            is_known = false;
            if !is_standard_input(path) {
                input::check(path).in_file(path.display())?;
            }
        }
    }
    let lines = files.iter().cloned().flat_map(move |path| -> InputLines<'a> {
        match path.is_file() {
            true => Box::new(of_file(path)),
            false => Box::new(by_thread(path, stop)),
        }
    });
    Ok((Box::new(lines), if is_known { count } else { 0 }))
}

/// The lines of a file, or why it cannot be read.
fn of_file(path: PathBuf) -> impl Iterator<Item = InputLine> {
    let name = name(&path);
    let (input, wrong) = match input::open(&path) {
        Ok(input) => (Some(input), None),
        Err(error) => (None, Some(InputLine { place: name.clone(), text: Err(error.to_string()) })),
    };
    wrong.into_iter().chain(input.into_iter().flat_map(move |input| filled(name.clone(), input)))
}

/// The lines of an input that may be slow. Another thread reads them, so that `stop` takes effect
/// while no line comes.
fn by_thread(path: PathBuf, stop: &AtomicBool) -> impl Iterator<Item = InputLine> {
    let place = name(&path);
    let (sender, lines) = sync_channel(1);
    let reader = ThreadKind::named("reader").detach(move || {
        // Fails once the receiver is gone.
        let _ = of_file(path).try_for_each(|line| sender.send(line));
    });
    let wrong = reader.err().map(|error| InputLine { place, text: Err(error.to_string()) });
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
fn filled(name: String, input: impl BufRead) -> impl Iterator<Item = InputLine> {
    let line = move |(text, number): (Result<String, BadLine>, usize)| InputLine {
        place: format!("{name}, line {number}"),
        text: text.map_err(|refused| refused.why),
    };
    let is_filled = |text: &str| !matches!(text.trim_start().chars().next(), None | Some('#'));
    TextLines::new(input)
        .zip(1..)
        .map(line)
        .filter(move |line| line.text.as_ref().map_or(true, |text| is_filled(text)))
}
