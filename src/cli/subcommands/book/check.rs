//! `sarsen book check`: checks that a book is whole.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::common::{everything, grow, load_book_of, summary, summary_with_all};
use crate::cli::arguments::GameArguments;
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;
use sarsen_engine::book::Learner;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::any("sarsen book check my.book"),
    Example::of("stonehenge", "sarsen book check built-in stonehenge"),
]);

/// Check that a book is whole and its values agree: exit status 1 if not
#[derive(Args)]
pub(crate) struct BookCheck {
    /// The book, or 'built-in' for the one that comes with the game
    file: PathBuf,
    #[command(flatten)]
    game: GameArguments,
}

const AGREES: &str = "whole: values agree with those of the moves";
const DISAGREES: &str = "values do not agree with those of the moves";

impl BookCheck {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let registry = &program.registry;
        let book = load_book_of(&self.file, &self.game.title(registry), registry)?;
        if book.plies().is_some() {
            let everything = everything(book.clone(), &self.file, None, registry)?;
            writeln!(
                out,
                "{}: {}",
                self.file.display(),
                summary_with_all(&everything, book.len())
            )?;
            if !everything.agrees() {
                return Err(DISAGREES.into());
            }
            writeln!(out, "{AGREES}")?;
            return Ok(ExitCode::SUCCESS);
        }
        let growth = grow(book.clone(), &self.file, registry)?;
        let reachable = growth.summary().reachable;
        writeln!(out, "{}: {}", self.file.display(), summary(&growth))?;
        if reachable < book.len() {
            let unreached = book.len() - reachable;
            writeln!(
                out,
                "no moves of the book lead to {unreached} of them: they may come from a proof"
            )?;
        }
        if growth.book() != book {
            return Err(DISAGREES.into());
        }
        writeln!(out, "{AGREES}")?;
        Ok(ExitCode::SUCCESS)
    }
}
