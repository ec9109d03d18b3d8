//! The books that come with games. All engines of a process share them.

use std::sync::{Arc, Mutex, PoisonError};

use crate::book::Book;
use crate::session::Lookup;

/// A book that has been read, and the bytes that it came from. None if it cannot be used.
type Read = (&'static [u8], Option<Arc<Book>>);

/// There are few: a program has them inside.
static BOOKS: Mutex<Vec<Read>> = Mutex::new(Vec::new());

/// The book that comes with the game of a session. It is read once.
pub(super) fn built_in(session: &dyn Lookup) -> Option<Arc<Book>> {
    let bytes = session.book()?;
    let mut books = BOOKS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, book)) = books.iter().find(|(known, _)| std::ptr::eq(*known, bytes)) {
        return book.clone();
    }
    let book = Book::from_bytes(bytes);
    if let Err(error) = &book {
        log::warn!("the book that comes with {} cannot be used: {error}", session.game());
    }
    books.push((bytes, book.ok().map(Arc::new)));
    books.last().and_then(|(_, book)| book.clone())
}
