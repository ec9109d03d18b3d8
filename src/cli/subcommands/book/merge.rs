//! `sarsen book merge`: merges books.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::common::{
    everything, grow, load_book_of, lock, save, session_of, summary, summary_with_all,
};
use crate::cli::book_file::{is_built_in, load_book, load_book_for};
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::file_error::InFile;
use crate::cli::program::Program;
use sarsen_engine::book::Learner;

/// The examples of its help.
pub(super) const EXAMPLES: Examples =
    Examples::of(&[Example::any("sarsen book merge all.book one.book another.book")]);

/// Merge books of the same game and evaluator
///
/// The deeper value of each position stays. Books of everything that are not complete are joined.
#[derive(Args)]
pub(crate) struct BookMerge {
    /// The file for the result; if it exists, its book is merged too
    file: PathBuf,
    /// The books; 'built-in' is the one that comes with the game of the others
    #[arg(required = true)]
    books: Vec<PathBuf>,
}

impl BookMerge {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let registry = &program.registry;
        let _lock = lock(&self.file)?;
        let exists = self.file.exists().then_some(&self.file);
        let mut books = exists.into_iter().chain(&self.books);
        let a_file = books.clone().find(|path| !is_built_in(path));
        let read = |path: &Path| match a_file {
            Some(file) if is_built_in(path) => {
                let book = load_book(file)?;
                Ok(load_book_for(path, &*session_of(&book, file, registry)?)?)
            }
            _ => load_book_of(path, "", registry),
        };
        let Some(first) = books.next() else { return Ok(ExitCode::SUCCESS) };
        let mut growth = grow(read(first)?, first, registry)?;
        for path in books {
            let other = read(path)?;
            growth.merge(&other).in_file(path.display())?;
        }
        let mut book = growth.book();
        let summary = if book.plies().is_some() {
            let everything = everything(book.clone(), first, None, registry)?;
            if !book.has_everything() {
                // Together they may have everything.
                book = everything.book();
            }
            summary_with_all(&everything, book.len())
        } else {
            summary(&growth)
        };
        save(&book, &self.file)?;
        writeln!(out, "{}: {summary}", self.file.display())?;
        Ok(ExitCode::SUCCESS)
    }
}
