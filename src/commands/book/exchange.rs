//! `sarsen book frontier` and `sarsen book add`: the two ends of a pipe through batch analysis.

use std::error::Error;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::aside::say;
use crate::book::{Lock, LockError, exchange};
use crate::lines::Lines;
use crate::session::Registry;
use clap::Args;

use super::{BookFile, Outcome, grow, save, summary};

/// Print what a book should learn next, as queries for 'sarsen analyze'
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book frontier my.book --count 1000 --nodes 100000 > queries\n  \
    sarsen book frontier my.book | sarsen analyze | sarsen book add my.book\n  \
    sarsen book frontier my.book | parallel --pipe -N9 ssh far-away sarsen analyze > answers")]
pub(super) struct Frontier {
    #[command(flatten)]
    book: BookFile,
    /// About how many positions
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Positions to visit in each search
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// Add answers of 'sarsen analyze' to a book, or begin one
///
/// Any answer will do whose game is the book's, in any order; the deeper value of a position stays. Reports and
/// answers of cancelled queries are passed over. What is wrong is told, the rest is added; exit status 1 if
/// anything was wrong.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book add my.book answers\n  \
    sarsen book frontier my.book | sarsen analyze | sarsen book add my.book")]
pub(super) struct Add {
    #[command(flatten)]
    book: BookFile,
    /// The answers; standard input if left out
    answers: Vec<PathBuf>,
}

/// Takes a book, as soon as nobody else has it: what is to be added must not be lost.
fn wait_for_lock(path: &Path) -> Result<Lock, Box<dyn Error>> {
    let mut waits = false;
    loop {
        match Lock::take(path) {
            Err(LockError::Busy) => {
                if !std::mem::replace(&mut waits, true) {
                    say(format_args!("sarsen: {}: waiting for another process", path.display()));
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            taken => {
                return taken.map_err(|error| format!("{}: {error}", path.display()).into());
            }
        }
    }
}

impl Frontier {
    pub(super) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        let book = self.book.begin(registry)?;
        let (game, evaluator) = (book.game().to_owned(), book.evaluator().to_owned());
        let positions = grow(book, &self.book.file, registry)?.frontier(self.count as usize);
        for position in positions {
            writeln!(out, "{}", exchange::query(&game, &evaluator, &position, self.nodes))?;
        }
        Ok(())
    }
}

impl Add {
    pub(super) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        let path = &self.book.file;
        let mut inputs: Vec<(String, Box<dyn Read>)> = Vec::new();
        for path in &self.answers {
            let name = path.display().to_string();
            let file = std::fs::File::open(path).map_err(|error| format!("{name}: {error}"))?;
            inputs.push((name, Box::new(file)));
        }
        if inputs.is_empty() {
            inputs.push(("standard input".to_owned(), Box::new(std::io::stdin())));
        }
        // What is wrong with the book is better known before hours of analysis have come.
        grow(self.book.begin(registry)?, path, registry)?;
        // What comes is read first: in a pipe the other end may still have to read the book.
        let mut lines = Vec::new();
        for (name, input) in inputs {
            for (line, number) in Lines::new(BufReader::new(input)).zip(1..) {
                lines.push((format!("{name}: line {number}"), line));
            }
        }
        let _lock = wait_for_lock(path)?;
        let mut growth = grow(self.book.begin(registry)?, path, registry)?;
        let before = growth.summary().positions;
        let mut wrong = 0;
        for (place, line) in &lines {
            let learned = match line {
                Ok(line) => exchange::learn(&mut growth, line).map_err(|error| error.to_string()),
                Err(refused) => Err(refused.why.clone()),
            };
            if let Err(error) = learned {
                wrong += 1;
                say(format_args!("sarsen: {place}: {error}"));
            }
        }
        save(&growth, path)?;
        let new = growth.summary().positions - before;
        writeln!(out, "{}: {new} new: {}", path.display(), summary(&growth))?;
        if wrong > 0 {
            return Err(format!("{wrong} of {} lines could not be added", lines.len()).into());
        }
        Ok(())
    }
}
