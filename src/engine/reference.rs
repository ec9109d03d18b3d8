//! Which book an engine looks into.

use std::cell::OnceCell;

use crate::book::Book;
use crate::session::Lookup;

/// The value of the option `Book` that means the book that comes with the game.
pub const BUILT_IN: &str = "built-in";

/// A book, or none.
pub(super) enum Reference {
    /// The one that comes with the game, if there is one; read when it is needed first.
    BuiltIn(OnceCell<Option<Book>>),
    /// The one that was asked for.
    Chosen(Book),
    /// None.
    None,
}

impl Default for Reference {
    fn default() -> Self {
        Self::BuiltIn(OnceCell::new())
    }
}

impl Reference {
    /// The book to look into for a game; the one that comes with it only if time alone limits the
    /// search: who says how deep to search wants a search.
    pub(super) fn book(&self, session: &dyn Lookup, is_timed: bool) -> Option<&Book> {
        let book = match self {
            Self::BuiltIn(book) if is_timed => book.get_or_init(|| read(session)).as_ref(),
            Self::Chosen(book) => Some(book),
            _ => None,
        };
        book.filter(|book| book.check_game(session).is_ok())
    }

    /// Another game is played from now on.
    pub(super) fn forget_game(&mut self) {
        if let Self::BuiltIn(_) = self {
            *self = Self::default();
        }
    }
}

fn read(session: &dyn Lookup) -> Option<Book> {
    let book = Book::from_bytes(session.book()?);
    if let Err(error) = &book {
        log::warn!("the book that comes with {} cannot be used: {error}", session.game());
    }
    book.ok()
}
