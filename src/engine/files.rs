//! Files that options name. To read one may take long, so it can be done elsewhere, in three steps:
//! what is to be read, the reading, and what the engine makes of it.

use std::path::Path;

use super::{Engine, Offer, OptionError, Reference, Setting, reference};
use crate::book::Book;
use crate::game::Weights;

/// A file that an option is to be set to.
#[derive(Clone, Debug)]
pub struct OptionFile {
    offer: Offer,
    path: String,
}

/// A file that has been read.
#[derive(Debug)]
pub struct Loaded {
    file: OptionFile,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Weights(Weights),
    Book(Book),
}

impl OptionFile {
    /// The file that an option is set to by this value; none if it is something else.
    pub(super) fn of(offer: &Offer, value: &Setting) -> Option<Self> {
        let Setting::Word(path) = value else { return None };
        let is_file = matches!(offer.name, "Weights" | "Book")
            && !matches!(path.as_str(), reference::BUILT_IN | "" | "<empty>");
        is_file.then(|| Self { offer: offer.clone(), path: path.clone() })
    }

    /// Its path, as it was given.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not what the option needs.
    pub fn load(self) -> Result<Loaded, OptionError> {
        let path = Path::new(&self.path);
        let content = match self.offer.name {
            "Book" => Book::load(path).map(Content::Book).map_err(|error| error.to_string()),
            _ => Weights::load(path).map(Content::Weights).map_err(|error| error.to_string()),
        };
        match content {
            Ok(content) => Ok(Loaded { file: self, content }),
            Err(error) => Err(self.failed(error)),
        }
    }

    /// Why the option cannot be set to it.
    pub(crate) fn failed(&self, error: impl std::fmt::Display) -> OptionError {
        self.offer.error(format!("{}: {error}", self.path))
    }
}

impl Engine {
    /// The file that setting an option reads, so that it can be read elsewhere; none if
    /// [`set`](Self::set) reads none.
    #[must_use]
    pub fn file_of(&self, name: &str, value: Option<&str>) -> Option<OptionFile> {
        let offer = self.options().into_iter().find(|offer| offer.is_called(name))?;
        OptionFile::of(&offer, &offer.read(value).ok()?)
    }

    /// Sets an option to what was in a file.
    ///
    /// # Errors
    ///
    /// If that is not for the present game; the old value stays.
    pub fn adopt(&mut self, loaded: Loaded) -> Result<(), OptionError> {
        let Loaded { file, content } = loaded;
        match content {
            Content::Weights(weights) => {
                self.use_weights(Some(weights)).map_err(|error| file.failed(error))
            }
            Content::Book(book) => {
                book.check_game(self.session()).map_err(|error| file.failed(error))?;
                self.books = Reference::Chosen(book);
                Ok(())
            }
        }
    }
}
