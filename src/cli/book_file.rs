//! Reads books: those in files, and those that come with the games.

use std::path::Path;

use super::file_error::{FileError, InFile};
use sarsen_engine::book::{Book, BookError};
use sarsen_engine::engine::BUILT_IN;
use sarsen_engine::session::Lookup;

/// Why there is no book.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BookFileError {
    /// The file has none, or that of another game.
    #[error(transparent)]
    File(#[from] FileError<BookError>),
    /// None comes with the game.
    #[error("no book comes with {0}")]
    NoBuiltIn(String),
    /// The one that comes with the game cannot be read.
    #[error(transparent)]
    BuiltIn(BookError),
}

told!(BookFileError);

/// The book in a file.
pub(crate) fn load_book(path: &Path) -> Result<Book, BookFileError> {
    Ok(Book::load(path).in_file(path.display())?)
}

/// The book that comes with a game if the path is 'built-in', else the book in a file.
pub(crate) fn load_book_for(path: &Path, session: &dyn Lookup) -> Result<Book, BookFileError> {
    if !is_built_in(path) {
        return Ok(Book::load_for(path, session).in_file(path.display())?);
    }
    let bytes = session.book().ok_or_else(|| BookFileError::NoBuiltIn(session.title()))?;
    Book::from_bytes(bytes).map_err(BookFileError::BuiltIn)
}

/// Whether a path means the book that comes with a game.
pub(crate) fn is_built_in(path: &Path) -> bool {
    path == Path::new(BUILT_IN)
}
