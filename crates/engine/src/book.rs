//! Opening books: positions and their values, found by patient analysis.
//!
//! A book finds a position by the key that it shares with its mirror images. For each position the
//! book knows a value. It also knows the depth of the search behind that value, or that the value
//! is proven. A position is expanded if each of its moves ends the game or leads to a known
//! position. The value of an expanded position is that of its best move, and the book has moves to
//! offer there.
//!
//! [`Growth`] makes a book grow where that pays most. [`Book::load`] and [`Book::save`] keep it in
//! a file.

mod complete;
mod entry;
mod error;
mod everything;
mod file;
mod growth;
mod layers;
mod learner;
mod lock;
mod lookup;

pub use entry::BookEntry;
pub use error::BookError;
pub use everything::{Everything, EverythingError};
pub use growth::{Growth, Summary};
pub use learner::Learner;
pub use lock::{Lock, LockError};
pub use lookup::{Book, BookMove};
