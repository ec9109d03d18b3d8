//! Reads books: those in files, and those that come with the games.

use std::error::Error;
use std::path::Path;

use sarsen_engine::book::Book;
use sarsen_engine::engine::BUILT_IN;
use sarsen_engine::session::Lookup;

/// The book in a file.
pub(crate) fn load_book(path: &Path) -> Result<Book, Box<dyn Error>> {
    Book::load(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// The book that comes with a game if the path is 'built-in', else the book in a file.
pub(crate) fn load_book_for(path: &Path, session: &dyn Lookup) -> Result<Book, Box<dyn Error>> {
    if !is_built_in(path) {
        let book = Book::load_for(path, session);
        return book.map_err(|error| format!("{}: {error}", path.display()).into());
    }
    let bytes = session.book().ok_or(format!("no book comes with {}", session.title()))?;
    Ok(Book::from_bytes(bytes)?)
}

/// Whether a path means the book that comes with a game.
pub(crate) fn is_built_in(path: &Path) -> bool {
    path == Path::new(BUILT_IN)
}
