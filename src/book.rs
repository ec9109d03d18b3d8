//! Opening books: positions and their values, found by patient analysis.
//!
//! A book finds a position by the key that it shares with its mirror images. For each it knows a
//! value, and the depth of the search behind it or that the value is proven. If the book knows the
//! positions after all moves of a position (or they end the game), the value of the best move is
//! the value of the position, and the book has moves to offer there.
//!
//! [`Growth`] makes a book grow where that pays most. [`Book::load`] and [`Book::save`] keep it in
//! a file.

mod complete;
mod entry;
mod error;
mod file;
mod growth;
mod lock;
mod lookup;

pub use entry::{BookEntry, PROVEN_DEPTH};
pub use error::BookError;
pub use growth::{Growth, Summary};
pub use lock::{Lock, LockError};
pub use lookup::{Book, BookMove};
