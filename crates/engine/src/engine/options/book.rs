//! `Book`: the opening book in use.

use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;

use crate::book::Book;
use crate::engine::built_in_books::built_in;
use crate::engine::engine_option::{
    BUILT_IN, Content, EngineOption, FileReader, Offer, OptionOf, Parts, Setting, if_file,
};
use crate::session::Lookup;

/// Which book is in use.
pub(crate) enum BookOption {
    /// The book that comes with the game, if there is one. It is read when it is first needed.
    BuiltIn(OnceCell<Option<Arc<Book>>>),
    /// A book out of a file.
    Chosen(Book),
    /// No book.
    None,
}

impl Default for BookOption {
    fn default() -> Self {
        Self::BuiltIn(OnceCell::new())
    }
}

impl BookOption {
    /// The book to look up a position of this session in. The book that comes with the game counts
    /// only if time alone limits the search: a caller that sets a depth or a number of nodes wants
    /// a search.
    pub(crate) fn of(&self, session: &dyn Lookup, is_timed: bool) -> Option<&Book> {
        let book = match self {
            Self::BuiltIn(book) if is_timed => book.get_or_init(|| built_in(session)).as_deref(),
            Self::Chosen(book) => Some(book),
            _ => None,
        };
        book.filter(|book| book.check_game(session).is_ok())
    }
}

impl OptionOf<Parts> for BookOption {
    fn offer(&self, _: &Parts) -> Offer {
        Offer::text("Book", BUILT_IN, "the opening book: built-in, a file, or nothing")
    }

    fn set(&mut self, value: Setting, _: &mut Parts) -> Result<(), String> {
        *self = if value.word() == BUILT_IN { Self::default() } else { Self::None };
        Ok(())
    }
}

impl EngineOption for BookOption {
    fn carry_over(&mut self, _: &mut Parts) {
        if let Self::BuiltIn(_) = self {
            *self = Self::default();
        }
    }

    fn file(&self, value: &Setting) -> Option<FileReader> {
        if_file(value, read)
    }

    fn adopt(&mut self, content: Content, parts: &mut Parts) -> Result<(), String> {
        let book = content.downcast::<Book>().map_err(|_| "this is no book")?;
        book.check_game(&*parts.session).map_err(|error| error.to_string())?;
        *self = Self::Chosen(*book);
        Ok(())
    }
}

fn read(path: &Path) -> Result<Content, String> {
    let book = Book::load(path).map_err(|error| error.to_string())?;
    Ok(Box::new(book))
}
