//! `sarsen book`: opening books are grown, looked into, merged and checked.

mod build;
mod exchange;
mod prove;
mod show;

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::position::open;
use crate::book::{Book, Growth, Lock};
use crate::game::excerpt;
use crate::protocol::{Face, reply};
use crate::session::{Registry, Session};
use clap::{Args, Subcommand};

/// Opening books: grow them, look into them, merge and check them.
///
/// A book knows positions and what they are worth. The engine plays out of it with the option 'Book'
/// (setoption name Book value FILE); a small one comes with each built-in game.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book build my.book --positions 1000\n  \
    sarsen book show my.book")]
pub(crate) struct BookArguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Build(build::Build),
    Show(show::Show),
    Merge(Merge),
    Check(Check),
    Frontier(exchange::Frontier),
    Add(exchange::Add),
    Prove(prove::Prove),
}

/// Put books of the same game and evaluator together; of each position the deeper value stays
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book merge all.book one.book another.book")]
struct Merge {
    /// Where the result goes; if it exists it is one of those that are merged
    file: PathBuf,
    /// The books
    #[arg(required = true)]
    books: Vec<PathBuf>,
}

/// Check that a book is whole and fits together; exit status 1 if not
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book check my.book")]
struct Check {
    /// The book
    file: PathBuf,
}

/// A book that may not exist yet.
#[derive(Args)]
struct BookFile {
    /// The book; one that does not exist is taken for empty
    file: PathBuf,
    /// The game and its setup, for a book that does not exist [default: the first there is, of a proof its own]
    #[arg(long)]
    game: Option<String>,
    /// Whose opinion is asked, for a book that does not exist [default: the game's first]
    #[arg(long)]
    evaluator: Option<String>,
}

type Outcome = Result<(), Box<dyn Error>>;

impl BookArguments {
    pub(crate) fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        match &self.task {
            Task::Build(task) => task.run(registry, out),
            Task::Show(task) => task.run(registry, out),
            Task::Merge(task) => task.run(registry, out),
            Task::Check(task) => task.run(registry, out),
            Task::Frontier(task) => task.run(registry, out),
            Task::Add(task) => task.run(registry, out),
            Task::Prove(task) => task.run(registry, out),
        }
    }
}

fn load(path: &Path) -> Result<Book, Box<dyn Error>> {
    Book::load(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// A session of a book's game, with its evaluator.
fn session_of(
    book: &Book,
    path: &Path,
    registry: &Registry,
) -> Result<Box<dyn Session>, Box<dyn Error>> {
    let name = path.display();
    let session = registry.open_title(book.game());
    let mut session = session.map_err(|error| format!("{name}: {error}"))?;
    book.check_game(&*session).map_err(|error| format!("{name}: {error}"))?;
    if session.select_evaluator(book.evaluator()) {
        return Ok(session);
    }
    let evaluator = excerpt(book.evaluator(), 40);
    Err(format!("{name}: its evaluator '{evaluator}' is none of the game").into())
}

/// A book with all that it takes to grow.
fn grow(book: Book, path: &Path, registry: &Registry) -> Result<Growth, Box<dyn Error>> {
    let session = session_of(&book, path, registry)?;
    Ok(Growth::new(book, session)?)
}

fn save(growth: &Growth, path: &Path) -> Outcome {
    growth.book().save(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

fn lock(path: &Path) -> Result<Lock, Box<dyn Error>> {
    Lock::take(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// What there is of a book, as a sentence.
fn summary(growth: &Growth) -> String {
    let summary = growth.summary();
    let value =
        growth.value().map_or("unknown".to_owned(), |entry| reply::score(Face::Ugi, entry.score()));
    format!(
        "{} positions, {} expanded, {} proven, the start is {value}",
        summary.positions, summary.expanded, summary.proven
    )
}

impl BookFile {
    /// The book to go on with, or an empty one.
    fn begin(&self, registry: &Registry) -> Result<Book, Box<dyn Error>> {
        self.begin_for("", registry)
    }

    /// The same; an empty one is for this game if nothing else is said.
    fn begin_for(&self, game: &str, registry: &Registry) -> Result<Book, Box<dyn Error>> {
        if !self.file.exists() {
            let mut session = open(self.game.as_deref().unwrap_or(game), registry)?;
            if let Some(evaluator) = &self.evaluator
                && !session.select_evaluator(evaluator)
            {
                let known = session.evaluators().join(", ");
                return Err(format!("there is no evaluator '{evaluator}', only {known}").into());
            }
            return Ok(Book::new(&*session));
        }
        let book = load(&self.file)?;
        let name = self.file.display();
        if let Some(game) = &self.game {
            book.check_game(&*open(game, registry)?).map_err(|error| format!("{name}: {error}"))?;
        }
        match &self.evaluator {
            Some(other) if other != book.evaluator() => {
                Err(format!("{name}: its evaluator is {}, not {other}", book.evaluator()).into())
            }
            _ => Ok(book),
        }
    }
}

impl Merge {
    fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        let _lock = lock(&self.file)?;
        let mut books = self.books.iter();
        let first = if self.file.exists() { Some(&self.file) } else { books.next() };
        let Some(first) = first else { return Ok(()) };
        let mut growth = grow(load(first)?, first, registry)?;
        for path in books {
            let other = load(path)?;
            growth.merge(&other).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        save(&growth, &self.file)?;
        writeln!(out, "{}: {}", self.file.display(), summary(&growth))?;
        Ok(())
    }
}

impl Check {
    fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        let book = load(&self.file)?;
        let growth = grow(book.clone(), &self.file, registry)?;
        let reachable = growth.summary().reachable;
        writeln!(out, "{}: {}", self.file.display(), summary(&growth))?;
        if reachable < book.len() {
            let lost = book.len() - reachable;
            writeln!(
                out,
                "no moves of the book lead to {lost} of them, as is so of what comes from a proof"
            )?;
        }
        if growth.book() != book {
            return Err("values do not agree with those of the moves".into());
        }
        writeln!(out, "whole: values agree with those of the moves")?;
        Ok(())
    }
}
