//! `sarsen book frontier` and `sarsen book add`: the two ends of a pipe through batch analysis.

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use crate::batch::book_exchange;
use crate::batch::book_exchange::Answers;
use crate::book::{Growth, Lock, LockError};
use crate::cli::naming::{GameAndFiles, GameArguments};
use crate::session::Registry;
use crate::sys::input;
use crate::sys::stderr::complain;
use crate::sys::text_lines::Lines;
use clap::Args;

use super::{BookFile, Outcome, expect_file, grow, save, summary};

/// Print what a book should learn next, as queries for 'sarsen analyze'
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book frontier my.book connect4 --count 1000 --nodes 100000 > queries\n  \
    sarsen book frontier my.book | sarsen analyze | sarsen book add my.book\n  \
    sarsen book frontier my.book | parallel --pipe -N9 ssh far-away sarsen analyze > answers")]
pub(super) struct Frontier {
    #[command(flatten)]
    book: BookFile,
    #[command(flatten)]
    game: GameArguments,
    /// About how many positions
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Positions to visit in each search
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// Add answers of 'sarsen analyze' to a book, or begin one
///
/// Any answer will do whose game is the book's, in any order; the deeper value of a position stays.
/// Reports and answers of cancelled queries are passed over. What is wrong is told (up to a
/// thousand times), the rest is added, in pieces of a million positions; exit status 1 if anything
/// was wrong.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book add my.book answers\n  \
    sarsen book frontier my.book | sarsen analyze | sarsen book add my.book")]
pub(super) struct Add {
    #[command(flatten)]
    book: BookFile,
    #[command(flatten)]
    answers: GameAndFiles,
}

/// Takes a book, as soon as nobody else has it: what is to be added must not be lost.
fn wait_for_lock(path: &Path) -> Result<Lock, Box<dyn Error>> {
    let mut waits = false;
    loop {
        match Lock::take(path) {
            Err(LockError::Busy) => {
                if !std::mem::replace(&mut waits, true) {
                    complain(format_args!("{}: waiting for another process", path.display()));
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
        let book = self.book.begin(&self.game.title(registry)?, registry)?;
        let (game, evaluator) = (book.game().to_owned(), book.evaluator().to_owned());
        let positions = grow(book, &self.book.file, registry)?.frontier(self.count as usize);
        for position in positions {
            writeln!(out, "{}", book_exchange::query(&game, &evaluator, &position, self.nodes))?;
        }
        Ok(())
    }
}

/// So many positions are kept until they are added.
const MOST_POSITIONS: usize = 1 << 20;

/// So many mistakes are told.
const MOST_MISTAKES: usize = 1000;

impl Add {
    pub(super) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        let path = &self.book.file;
        expect_file(path)?;
        let (game, files) = self.answers.read(registry)?;
        let mut inputs = Vec::new();
        for path in &files {
            let name = path.display().to_string();
            let input = input::open(path).map_err(|error| format!("{name}: {error}"))?;
            inputs.push((name, input));
        }
        if inputs.is_empty() {
            inputs.push(("standard input".to_owned(), input::open(Path::new("-"))?));
        }
        // What is wrong with the book is better known before hours of analysis have come.
        let mut growth = grow(self.book.begin(&game, registry)?, path, registry)?;
        let mut answers = Answers::default();
        let (mut all, mut wrong, mut new) = (0, 0, 0);
        for (name, input) in inputs {
            for (line, number) in Lines::new(input).zip(1..) {
                all += 1;
                let heard = match line {
                    Ok(line) => answers.hear(&mut growth, &line).map_err(|error| error.to_string()),
                    Err(refused) => Err(refused.why),
                };
                if let Err(error) = heard {
                    wrong += 1;
                    tell_mistake(wrong, &format!("{name}: line {number}: {error}"));
                }
                if answers.len() >= MOST_POSITIONS {
                    new += self.add(&game, &mut answers, registry)?.1;
                }
            }
        }
        // What comes is read first: in a pipe the other end may still have to read the book.
        let (growth, last) = self.add(&game, &mut answers, registry)?;
        let new = new + last;
        writeln!(out, "{}: {new} new: {}", path.display(), summary(&growth))?;
        if wrong > 0 {
            return Err(format!("{wrong} of {all} lines could not be added").into());
        }
        Ok(())
    }

    /// Adds what has come to the book; the book, and how many positions are new to it.
    fn add(
        &self,
        game: &str,
        answers: &mut Answers,
        registry: &Registry,
    ) -> Result<(Growth, usize), Box<dyn Error>> {
        let path = &self.book.file;
        let _lock = wait_for_lock(path)?;
        let mut growth = grow(self.book.begin(game, registry)?, path, registry)?;
        let before = growth.summary().positions;
        answers.teach(&mut growth);
        save(&growth, path)?;
        let new = growth.summary().positions - before;
        Ok((growth, new))
    }
}

/// Tells the mistake of this number, if there were not too many before.
fn tell_mistake(number: usize, mistake: &str) {
    match number {
        ..=MOST_MISTAKES => complain(mistake),
        number if number == MOST_MISTAKES + 1 => complain("more mistakes are only counted"),
        _ => {}
    }
}
