//! The opening book of Connect Four that comes with Sarsen.
//!
//! It knows the exact score of every position of the board of 7 columns and 6 rows with up to
//! twelve stones, and of 89,440 later ones. `crates/games/data/README.md` says how it was made. It
//! is a crate of its own because it is larger than all the games with their other data.
//!
//! ```
//! assert!(sarsen_connect4_book::BYTES.len() > 5_000_000);
//! ```
//!
//! # What the API promises
//!
//! [`BYTES`] follows semantic versioning. `Book::from_bytes` of `sarsen-engine` reads it.

/// The book, as the bytes of its file.
pub static BYTES: &[u8] = include_bytes!("../connect4.book");
