//! `sarsen book frontier`: prints the positions that a book should learn next, for batch analysis.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;

use super::common::{BookFile, Pupil};
use crate::cli::arguments::GameArguments;
use crate::cli::examples::{Example, Examples};
use crate::cli::exit::RunResult;
use crate::cli::program::Program;
use sarsen_core::sys::stderr::complain;
use sarsen_tools::batch::book_exchange;

/// The examples of its help.
pub(super) const EXAMPLES: Examples = Examples::of(&[
    Example::of(
        "connect4",
        "sarsen book frontier my.book connect4 --count 1000 --nodes 100000 > queries",
    ),
    Example::any("sarsen book frontier my.book | sarsen analyze | sarsen book add my.book"),
    Example::of(
        "connect4",
        "sarsen book frontier all.book connect4 --all 12 --count 9999 | sarsen analyze > answers",
    ),
    Example::any(
        "sarsen book frontier my.book | parallel --pipe -N9 ssh far-away sarsen analyze > answers",
    ),
]);

/// Print the positions that a book should learn next, as queries for 'sarsen analyze'
#[derive(Args)]
pub(crate) struct BookFrontier {
    #[command(flatten)]
    book: BookFile,
    #[command(flatten)]
    game: GameArguments,
    /// How many positions, approximately
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Positions to visit in each search; those of a book of everything are solved instead
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Begin a book of everything, with all positions up to this many plies
    #[arg(long, value_name = "PLIES")]
    all: Option<u16>,
}

impl BookFrontier {
    pub(crate) fn run(&self, program: &Program, out: &mut dyn Write) -> RunResult {
        let registry = &program.registry;
        let book = self.book.begin(&self.game.title(registry), registry)?;
        let (game, evaluator) = (book.game().to_owned(), book.evaluator().to_owned());
        let (path, count) = (&self.book.file, self.count as usize);
        let (positions, nodes) = match Pupil::of(book, path, self.all, registry)? {
            Pupil::Growth(mut growth) => (growth.frontier(count), Some(self.nodes)),
            Pupil::Everything(everything) => (everything.frontier(count), None),
        };
        if positions.is_empty() {
            complain(format_args!("{}: nothing is left to learn", path.display()));
        }
        for position in positions {
            writeln!(out, "{}", book_exchange::query(&game, &evaluator, &position, nodes))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
