//! `sarsen book`: opening books are grown, looked into, merged and checked.

mod build;
mod exchange;
mod prove;
mod show;

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::naming::{GameArguments, open};
use crate::book::{Book, Growth, Lock};
use crate::engine::BUILT_IN;
use crate::game::excerpt;
use crate::protocol::{Dialect, reply};
use crate::session::{Lookup, Registry, Session};
use crate::sys::suggestion::did_you_mean;
use clap::{Args, Subcommand};

/// Opening books: grow them, look into them, merge and check them.
///
/// A book knows positions and what they are worth. The engine plays out of it with the option
/// 'Book' (setoption name Book value FILE); a small one comes with each built-in game, and is
/// called 'built-in' wherever a book is read (a file of that name is './built-in').
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book build my.book connect4 --positions 1000\n  \
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
    /// The books; 'built-in' is the one that comes with the game of the others
    #[arg(required = true)]
    books: Vec<PathBuf>,
}

/// Check that a book is whole and fits together; exit status 1 if not
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    sarsen book check my.book\n  \
    sarsen book check built-in stonehenge")]
struct Check {
    /// The book, or 'built-in' for the one that comes with the game
    file: PathBuf,
    #[command(flatten)]
    game: GameArguments,
}

/// A book that may not exist yet.
#[derive(Args)]
struct BookFile {
    /// The book; one that does not exist is taken for empty
    file: PathBuf,
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

/// A book that exists.
fn load(path: &Path) -> Result<Book, Box<dyn Error>> {
    Book::load(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// The book that comes with a game, if that is what is meant, or a file.
pub(super) fn load_for(path: &Path, session: &dyn Lookup) -> Result<Book, Box<dyn Error>> {
    if !is_built_in(path) {
        let book = Book::load_for(path, session);
        return book.map_err(|error| format!("{}: {error}", path.display()).into());
    }
    let bytes = session.book().ok_or(format!("no book comes with {}", session.title()))?;
    Ok(Book::from_bytes(bytes)?)
}

/// A book to look into, which is perhaps said to be of a game.
fn look_into(path: &Path, game: &str, registry: &Registry) -> Result<Book, Box<dyn Error>> {
    match game {
        "" if !is_built_in(path) => load(path),
        game => load_for(path, &*open(game, registry)?),
    }
}

/// Whether the book that comes with a game is meant.
fn is_built_in(path: &Path) -> bool {
    path == Path::new(BUILT_IN)
}

/// Refuses to change the book that comes with a game.
fn expect_file(path: &Path) -> Result<(), String> {
    match is_built_in(path) {
        true => Err("built-in: the book that comes with a game stays as it is".to_owned()),
        false => Ok(()),
    }
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
    expect_file(path)?;
    Lock::take(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// What there is of a book, as a sentence.
fn summary(growth: &Growth) -> String {
    let summary = growth.summary();
    let value = growth
        .value()
        .map_or("unknown".to_owned(), |entry| reply::score(Dialect::Ugi, entry.score()));
    format!(
        "{} positions, {} expanded, {} proven, the start is {value}",
        summary.positions, summary.expanded, summary.proven
    )
}

impl BookFile {
    /// The book to go on with, or an empty one of this game, if one is named.
    fn begin(&self, game: &str, registry: &Registry) -> Result<Book, Box<dyn Error>> {
        self.begin_for(game, "", registry)
    }

    /// The same; an empty one is for the second game if none is named.
    fn begin_for(
        &self,
        game: &str,
        usual: &str,
        registry: &Registry,
    ) -> Result<Book, Box<dyn Error>> {
        if !is_built_in(&self.file) && !self.file.exists() {
            let mut session = open(if game.is_empty() { usual } else { game }, registry)?;
            if let Some(evaluator) = &self.evaluator
                && !session.select_evaluator(evaluator)
            {
                let names = session.evaluators();
                let (known, guess) = (names.join(", "), did_you_mean(evaluator, names));
                let why = format!("there is no evaluator '{evaluator}', only {known}{guess}");
                return Err(why.into());
            }
            return Ok(Book::new(&*session));
        }
        let book = look_into(&self.file, game, registry)?;
        let name = self.file.display();
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
        let exists = self.file.exists().then_some(&self.file);
        let mut books = exists.into_iter().chain(&self.books);
        let a_file = books.clone().find(|path| !is_built_in(path));
        let read = |path: &Path| match a_file {
            Some(file) if is_built_in(path) => {
                let book = load(file)?;
                load_for(path, &*session_of(&book, file, registry)?)
            }
            _ => look_into(path, "", registry),
        };
        let Some(first) = books.next() else { return Ok(()) };
        let mut growth = grow(read(first)?, first, registry)?;
        for path in books {
            let other = read(path)?;
            growth.merge(&other).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        save(&growth, &self.file)?;
        writeln!(out, "{}: {}", self.file.display(), summary(&growth))?;
        Ok(())
    }
}

impl Check {
    fn run(&self, registry: &Registry, out: &mut dyn Write) -> Outcome {
        let book = look_into(&self.file, &self.game.title(registry)?, registry)?;
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
