//! Code that the subcommands of `book` share: the book's file as an argument, its session, its
//! growth.

use std::error::Error;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::arguments::open;
use crate::cli::book_file::{is_built_in, load_book, load_book_for};
use sarsen_core::game::excerpt;
use sarsen_core::sys::suggestion::did_you_mean;
use sarsen_engine::book::{Book, Everything, Growth, Learner, Lock};
use sarsen_engine::protocol::{Dialect, reply};
use sarsen_engine::session::{Registry, Session};

/// A book that may not exist yet.
#[derive(Args)]
pub(crate) struct BookFile {
    /// The book; if the file does not exist, the book is empty
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The evaluator of a book that does not exist yet [default: the game's first]
    #[arg(long)]
    evaluator: Option<String>,
}

impl BookFile {
    /// The book in the file, or an empty one of this game. `game` may be empty.
    pub(crate) fn begin(&self, game: &str, registry: &Registry) -> Result<Book, Box<dyn Error>> {
        self.begin_for(game, "", registry)
    }

    /// Like `begin`, with a default game for an empty book.
    pub(crate) fn begin_for(
        &self,
        game: &str,
        default: &str,
        registry: &Registry,
    ) -> Result<Book, Box<dyn Error>> {
        if !is_built_in(&self.file) && !self.file.exists() {
            let mut session = open(if game.is_empty() { default } else { game }, registry)?;
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
        let book = load_book_of(&self.file, game, registry)?;
        let name = self.file.display();
        match &self.evaluator {
            Some(other) if other != book.evaluator() => {
                Err(format!("{name}: its evaluator is {}, not {other}", book.evaluator()).into())
            }
            _ => Ok(book),
        }
    }
}

/// A book that exists. If `game` is not empty, the book must be of that game.
pub(crate) fn load_book_of(
    path: &Path,
    game: &str,
    registry: &Registry,
) -> Result<Book, Box<dyn Error>> {
    match game {
        "" if !is_built_in(path) => load_book(path),
        game => load_book_for(path, &*open(game, registry)?),
    }
}

/// Refuses to change the book that comes with a game.
pub(crate) fn expect_file(path: &Path) -> Result<(), String> {
    match is_built_in(path) {
        true => Err("built-in: the book that comes with a game stays as it is".to_owned()),
        false => Ok(()),
    }
}

/// A session of a book's game, with the book's evaluator.
pub(crate) fn session_of(
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

/// A book with everything that it needs to grow.
pub(crate) fn grow(book: Book, path: &Path, registry: &Registry) -> Result<Growth, Box<dyn Error>> {
    let session = session_of(&book, path, registry)?;
    Ok(Growth::new(book, session)?)
}

/// A book that learns, of either kind.
pub(crate) enum Pupil {
    /// It has the positions that matter.
    Growth(Box<Growth>),
    /// It is to have all positions.
    Everything(Box<Everything>),
}

impl Pupil {
    /// Continues a book. With `all`, it is to have all positions up to so many plies.
    pub(crate) fn of(
        book: Book,
        path: &Path,
        all: Option<u16>,
        registry: &Registry,
    ) -> Result<Self, Box<dyn Error>> {
        Ok(match all.is_some() || book.plies().is_some() {
            true => Self::Everything(Box::new(everything(book, path, all, registry)?)),
            false => Self::Growth(Box::new(grow(book, path, registry)?)),
        })
    }

    pub(crate) fn learner(&mut self) -> &mut dyn Learner {
        match self {
            Self::Growth(growth) => &mut **growth,
            Self::Everything(everything) => &mut **everything,
        }
    }

    pub(crate) fn summary(&self) -> String {
        match self {
            Self::Growth(growth) => summary(growth),
            Self::Everything(everything) => progress_of(everything),
        }
    }
}

/// A book of everything, to be continued or begun.
pub(crate) fn everything(
    book: Book,
    path: &Path,
    plies: Option<u16>,
    registry: &Registry,
) -> Result<Everything, Box<dyn Error>> {
    let session = session_of(&book, path, registry)?;
    let everything = Everything::new(book, session, plies.map(u32::from));
    everything.map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Saves a book in its file.
pub(crate) fn save(book: &Book, path: &Path) -> Result<(), Box<dyn Error>> {
    book.save(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Locks the file of a book that is to be changed.
pub(crate) fn lock(path: &Path) -> Result<Lock, Box<dyn Error>> {
    expect_file(path)?;
    Lock::take(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// A summary of a book of everything, as a sentence.
pub(crate) fn progress_of(everything: &Everything) -> String {
    let ([wanted, known], plies) = (everything.progress(), everything.plies());
    let state = if everything.is_complete() {
        format!("all positions up to {plies} plies")
    } else {
        "not complete".to_owned()
    };
    format!("{state}, {known} of {wanted} positions with {plies} plies solved")
}

/// A summary of a book of everything with a number of other positions, as a sentence.
pub(crate) fn summary_with_all(everything: &Everything, others: usize) -> String {
    let progress = progress_of(everything);
    match others {
        0 => progress,
        _ => format!("{progress}, {others} other positions"),
    }
}

/// A summary of a book that grows, as a sentence.
pub(crate) fn summary(growth: &Growth) -> String {
    let summary = growth.summary();
    let value = growth.value().map_or("unknown".to_owned(), |entry| {
        reply::score(Dialect::Ugi, entry.score(growth.has_chance()))
    });
    format!(
        "{} positions, {} expanded, {} proven, the start is {value}",
        summary.positions, summary.expanded, summary.proven
    )
}
