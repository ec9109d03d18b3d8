//! What can be wrong with a book.

/// The format that is known here.
pub(super) const VERSION: u32 = 1;

/// Why bytes or a file cannot be used as the book of a game.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The system does not give access to the file.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// It is something else.
    #[error("this is no opening book")]
    Foreign,
    /// It has a later format.
    #[error("this is a book of format {0}; format {VERSION} is known here")]
    Version(u32),
    /// It was cut short or changed.
    #[error("the book is damaged: {0}")]
    Damaged(String),
    /// It is for another game.
    #[error("this is a book of {book}, and the game is {game}")]
    Game {
        /// The game of the book.
        book: String,
        /// The game that it was wanted for.
        game: String,
    },
    /// It is for this game, but was made with other keys.
    #[error("this book was made by another version of the game: its keys are different")]
    Keys,
    /// The game is one of chance, and such games have no books.
    #[error("there are no opening books for games of chance")]
    Chance,
    /// Two books cannot be merged.
    #[error("the books have different evaluators: {0} and {1}")]
    Evaluators(String, String),
}
