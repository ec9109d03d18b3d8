//! What is known of a position without any work: by a book, or by endgame tables.

use crate::book::Book;
use crate::session::Session;
use sarsen_core::game::value::{PROVEN_WIN, Score, Value};
use sarsen_core::search::Source;

/// A value that is known for certain of a position in which a player acts.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct KnownValue {
    /// The value for the player to move. A win or loss by the value [`PROVEN_WIN`] is of unknown
    /// length.
    pub value: Value,
    /// What knows it: [`Source::Book`] or [`Source::Tables`].
    pub source: Source,
    /// A move that keeps it, if one is known.
    pub best: Option<String>,
}

impl KnownValue {
    /// The value as it is reported.
    #[must_use]
    pub fn score(&self, has_chance: bool) -> Score {
        Score::of(self.value, true, has_chance)
    }

    /// The value, if it says how soon the game ends, or that nobody wins.
    #[must_use]
    pub fn exact(&self) -> Option<Value> {
        (self.value.abs() != PROVEN_WIN).then_some(self.value)
    }
}

/// What is known of the current position of a session: by this book if it proves something, else by
/// the endgame tables, for which the path that has led here does not count. None if nobody is to
/// move, or nothing is known.
#[must_use]
pub fn known(session: &dyn Session, book: Option<&Book>) -> Option<KnownValue> {
    session.to_move()?;
    let by_book = || {
        let book = book?;
        let value = book.value(session).filter(|entry| entry.is_proven())?.value;
        let best = book.moves(session).and_then(|moves| moves.into_iter().next());
        Some(KnownValue { value, source: Source::Book, best: best.map(|best| best.text) })
    };
    let by_tables = || {
        let (value, best) = session.known()?;
        Some(KnownValue { value, source: Source::Tables, best })
    };
    by_book().or_else(by_tables)
}
