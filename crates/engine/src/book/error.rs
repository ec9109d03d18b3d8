//! What can be wrong with a book.

/// The latest version of the file format that this code reads and writes.
pub(super) const VERSION: u32 = 2;

/// The oldest version of the file format. A book without layers has it.
pub(super) const OLDEST: u32 = 1;

/// Why bytes or a file cannot be used as the book of a game.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The system denies access to the file.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The file is something else.
    #[error("this is no opening book")]
    Foreign,
    /// The file has a later format.
    #[error("this is a book of format {0}; format {VERSION} is known here")]
    Version(u32),
    /// The file was cut short or changed.
    #[error("the book is damaged: {0}")]
    Damaged(String),
    /// The book is for another game.
    #[error("this is a book of {book}, and the game is {game}")]
    Game {
        /// The game of the book.
        book: String,
        /// The game that needs a book.
        game: String,
    },
    /// The book is for this game, but was made with other keys.
    #[error("this book was made by another version of the game: its keys are different")]
    Keys,
    /// The two books cannot be merged, because their values come from different evaluators.
    #[error("the books have different evaluators: {0} and {1}")]
    Evaluators(String, String),
    /// The two books of everything cannot be merged, because the deeper one is not complete.
    #[error(
        "these are books of everything up to {0} and {1} plies, and the deeper one is not complete"
    )]
    Plies(u32, u32),
}
