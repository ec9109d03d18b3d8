//! Code that the subcommands of `book` share: the book's file as an argument, its session, its
//! growth.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::style::TemplateError;

use crate::cli::arguments::open;
use crate::cli::book_file::{BookFileError, is_built_in, load_book, load_book_for};
use crate::cli::file_error::{FileError, InFile};
use sarsen_core::game::excerpt;
use sarsen_core::sys::suggestion::did_you_mean;
use sarsen_core::transposition::TableError;
use sarsen_engine::book::{
    Book, BookError, Everything, EverythingError, Growth, Learner, Lock, LockError,
};
use sarsen_engine::protocol::{Dialect, reply};
use sarsen_engine::session::{OpenError, Registry, Session};

/// Why a book cannot be used, or cannot grow.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BookTaskError {
    /// There is no such game or setup.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no such book.
    #[error(transparent)]
    Load(#[from] BookFileError),
    /// A new book cannot have this evaluator.
    #[error("there is no evaluator '{name}', only {known}{guess}")]
    NoEvaluator {
        /// Its name.
        name: String,
        /// The names there are.
        known: String,
        /// The end of the sentence: the name that was perhaps meant, or nothing.
        guess: String,
    },
    /// The book has another evaluator than the one that the user has named.
    #[error("{file}: its evaluator is {found}, not {wanted}")]
    OtherEvaluator {
        /// The file of the book.
        file: String,
        /// Its evaluator.
        found: String,
        /// The evaluator that the user has named.
        wanted: String,
    },
    /// The game does not have the evaluator of the book.
    #[error("{file}: its evaluator '{name}' is none of the game")]
    ForeignEvaluator {
        /// The file of the book.
        file: String,
        /// Its evaluator.
        name: String,
    },
    /// The game of the book is not here.
    #[error(transparent)]
    Game(#[from] FileError<OpenError>),
    /// The book does not fit its game.
    #[error(transparent)]
    File(#[from] FileError<BookError>),
    /// The book cannot grow.
    #[error(transparent)]
    Growth(#[from] BookError),
    /// The book cannot have everything.
    #[error(transparent)]
    Everything(#[from] FileError<EverythingError>),
    /// Another process changes the book.
    #[error(transparent)]
    Lock(#[from] FileError<LockError>),
    /// The book cannot be saved.
    #[error(transparent)]
    Save(#[from] FileError<io::Error>),
    /// The book that comes with a game is not to be changed.
    #[error("built-in: the book that comes with a game stays as it is")]
    BuiltIn,
    /// There is no memory to search with.
    #[error(transparent)]
    Memory(#[from] TableError),
    /// The bar that shows the work cannot be drawn.
    #[error(transparent)]
    Bar(#[from] TemplateError),
}

told!(BookTaskError);

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
    pub(crate) fn begin(&self, game: &str, registry: &Registry) -> Result<Book, BookTaskError> {
        self.begin_for(game, "", registry)
    }

    /// Like `begin`, with a default game for an empty book.
    pub(crate) fn begin_for(
        &self,
        game: &str,
        default: &str,
        registry: &Registry,
    ) -> Result<Book, BookTaskError> {
        if !is_built_in(&self.file) && !self.file.exists() {
            let mut session = open(if game.is_empty() { default } else { game }, registry)?;
            if let Some(evaluator) = &self.evaluator
                && !session.select_evaluator(evaluator)
            {
                let names = session.evaluators();
                let (known, guess) = (names.join(", "), did_you_mean(evaluator, names));
                let name = evaluator.clone();
                return Err(BookTaskError::NoEvaluator { name, known, guess });
            }
            return Ok(Book::new(&*session));
        }
        let book = load_book_of(&self.file, game, registry)?;
        match &self.evaluator {
            Some(other) if other != book.evaluator() => Err(BookTaskError::OtherEvaluator {
                file: self.file.display().to_string(),
                found: book.evaluator().to_owned(),
                wanted: other.clone(),
            }),
            _ => Ok(book),
        }
    }
}

/// A book that exists. If `game` is not empty, the book must be of that game.
pub(crate) fn load_book_of(
    path: &Path,
    game: &str,
    registry: &Registry,
) -> Result<Book, BookTaskError> {
    match game {
        "" if !is_built_in(path) => Ok(load_book(path)?),
        game => Ok(load_book_for(path, &*open(game, registry)?)?),
    }
}

/// Refuses to change the book that comes with a game.
pub(crate) fn expect_file(path: &Path) -> Result<(), BookTaskError> {
    match is_built_in(path) {
        true => Err(BookTaskError::BuiltIn),
        false => Ok(()),
    }
}

/// A session of a book's game, with the book's evaluator.
pub(crate) fn session_of(
    book: &Book,
    path: &Path,
    registry: &Registry,
) -> Result<Box<dyn Session>, BookTaskError> {
    let name = path.display();
    let mut session = registry.open_title(book.game()).in_file(&name)?;
    book.check_game(&*session).in_file(&name)?;
    if session.select_evaluator(book.evaluator()) {
        return Ok(session);
    }
    let (file, name) = (name.to_string(), excerpt(book.evaluator(), 40));
    Err(BookTaskError::ForeignEvaluator { file, name })
}

/// A book with everything that it needs to grow.
pub(crate) fn grow(book: Book, path: &Path, registry: &Registry) -> Result<Growth, BookTaskError> {
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
    ) -> Result<Self, BookTaskError> {
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
) -> Result<Everything, BookTaskError> {
    let session = session_of(&book, path, registry)?;
    let everything = Everything::new(book, session, plies.map(u32::from));
    Ok(everything.in_file(path.display())?)
}

/// Saves a book in its file.
pub(crate) fn save(book: &Book, path: &Path) -> Result<(), BookTaskError> {
    Ok(book.save(path).in_file(path.display())?)
}

/// Locks the file of a book that is to be changed.
pub(crate) fn lock(path: &Path) -> Result<Lock, BookTaskError> {
    expect_file(path)?;
    Ok(Lock::take(path).in_file(path.display())?)
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
