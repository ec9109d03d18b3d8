//! `sarsen book add`: adds the answers of batch analysis to a book.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use super::common::{BookFile, BookTaskError, Pupil, expect_file, save};
use crate::cli::arguments::GameAndFiles;
use crate::cli::complaints::Complaints;
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::file_error::{FileError, InFile};
use crate::cli::program::Program;
use sarsen_core::sys::input;
use sarsen_core::sys::stderr::complain;
use sarsen_core::sys::text_lines::TextLines;
use sarsen_engine::book::{Lock, LockError};
use sarsen_engine::session::Registry;
use sarsen_tools::batch::book_exchange::Answers;

/// The number of positions that are collected before they are added to the book.
const POSITIONS_AT_ONCE: usize = 1 << 20;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::any("sarsen book add my.book answers"),
    Example::any("sarsen book frontier my.book | sarsen analyze | sarsen book add my.book"),
]);

/// Add answers of 'sarsen analyze' to a book, or begin one
///
/// Takes answers about the book's game, in any order. The deeper value of a position stays. Reports
/// and answers to cancelled queries are ignored. Wrong lines are reported (at most a thousand), and
/// all others are added, a million positions at a time. The exit status is 1 if any line was wrong.
#[derive(Args)]
pub(crate) struct BookAdd {
    #[command(flatten)]
    book: BookFile,
    #[command(flatten)]
    answers: GameAndFiles,
    /// Begin a book of everything, with all positions up to this many plies
    #[arg(long, value_name = "PLIES")]
    all: Option<u16>,
}

/// Locks a book. Waits while another process holds the lock, so that no answers are lost.
fn wait_for_lock(path: &Path) -> Result<Lock, FileError<LockError>> {
    let mut waits = false;
    loop {
        match Lock::take(path) {
            Err(LockError::Busy) => {
                if !std::mem::replace(&mut waits, true) {
                    complain(format_args!("{}: waiting for another process", path.display()));
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            taken => return taken.in_file(path.display()),
        }
    }
}

impl BookAdd {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let registry = &program.registry;
        let path = &self.book.file;
        expect_file(path)?;
        let (game, files) = self.answers.read(registry)?;
        let mut inputs = Vec::new();
        for path in &files {
            let name = input::name(path);
            let input = input::open(path).in_file(&name)?;
            inputs.push((name, input));
        }
        if inputs.is_empty() {
            inputs.push(("standard input".to_owned(), input::open(Path::new("-"))?));
        }
        // The book is opened now, so that its errors show before hours of analysis arrive.
        let mut pupil = self.pupil(&game, registry)?;
        let mut answers = Answers::default();
        let (mut all, mut wrong, mut new) = (0, Complaints::default(), 0);
        for (name, input) in inputs {
            for (line, number) in TextLines::new(input).zip(1..) {
                all += 1;
                let heard = match line {
                    Ok(line) => {
                        answers.hear(pupil.learner(), &line).map_err(|error| error.to_string())
                    }
                    Err(refused) => Err(refused.why),
                };
                if let Err(error) = heard {
                    wrong.add(format_args!("{name}: line {number}: {error}"));
                }
                if answers.len() >= POSITIONS_AT_ONCE {
                    new += self.add(&game, &mut answers, registry)?.1;
                }
            }
        }
        let wrong = wrong.count();
        let failed = || format!("{wrong} of {all} lines could not be added").into();
        if wrong > 0 && new == 0 && answers.is_empty() && !path.exists() {
            // A book without content would only be in the way of the right command.
            return Err(failed());
        }
        // All input is read before the last save. In a pipe, the other end may still be reading the
        // book.
        let (pupil, last) = self.add(&game, &mut answers, registry)?;
        let new = new + last;
        writeln!(out, "{}: {new} new: {}", path.display(), pupil.summary())?;
        if wrong > 0 {
            return Err(failed());
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Adds the collected answers to the book. Returns the book and the number of new positions.
    fn add(
        &self,
        game: &str,
        answers: &mut Answers,
        registry: &Registry,
    ) -> Result<(Pupil, usize), BookTaskError> {
        let path = &self.book.file;
        let _lock = wait_for_lock(path)?;
        let mut pupil = self.pupil(game, registry)?;
        let learner = pupil.learner();
        let before = learner.learnt();
        answers.teach(learner);
        save(&learner.book(), path)?;
        let new = learner.learnt() - before;
        Ok((pupil, new))
    }

    fn pupil(&self, game: &str, registry: &Registry) -> Result<Pupil, BookTaskError> {
        Pupil::of(self.book.begin(game, registry)?, &self.book.file, self.all, registry)
    }
}
