//! A book in memory: what it knows of a position, and the moves that it offers there.

use super::entry::{BookEntry, ended, seen_before};
use super::error::BookError;
use crate::game::Player;
use crate::game::value::{Value, distance, is_win};
use crate::session::variety::Variety;
use crate::session::{Child, Lookup, Session};

/// No line out of a book is longer than this, in plies.
const LONGEST_LINE: usize = 30;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Keyed {
    pub(super) key: u64,
    pub(super) entry: BookEntry,
}

/// A move out of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub text: String,
    /// What it is worth for the side that makes it, seen from the position it is made in.
    pub entry: BookEntry,
}

/// An opening book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    pub(super) game: String,
    pub(super) evaluator: String,
    /// The key of the start position: whoever makes keys otherwise cannot read the book.
    pub(super) start: u64,
    /// How many points of the evaluation weigh as much as a ply when the book grows; 0: not known
    /// yet.
    pub(super) ply: Value,
    /// By key.
    pub(super) entries: Vec<Keyed>,
}

impl Book {
    /// An empty book for the game and the evaluator of a session.
    #[must_use]
    pub fn new(session: &dyn Session) -> Self {
        Self {
            game: session.title(),
            evaluator: session.evaluator().to_owned(),
            start: session.start_key(),
            ply: 0,
            entries: Vec::new(),
        }
    }

    /// The game it is for, with its setup.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The evaluator whose points its values are.
    #[must_use]
    pub fn evaluator(&self) -> &str {
        &self.evaluator
    }

    /// How many points weigh as much as a ply when it grows; 0 as long as the start is not
    /// expanded.
    #[must_use]
    pub fn ply(&self) -> Value {
        self.ply
    }

    /// How many positions it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it knows nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Checks that it is for the game of a session.
    ///
    /// # Errors
    ///
    /// If it is for another game, was made with other keys, or the game is one of chance.
    pub fn check_game(&self, session: &dyn Lookup) -> Result<(), BookError> {
        let game = session.title();
        if session.has_chance() {
            Err(BookError::Chance)
        } else if self.game != game {
            Err(BookError::Game { book: self.game.clone(), game })
        } else if self.start != session.start_key() {
            Err(BookError::Keys)
        } else {
            Ok(())
        }
    }

    /// What is known of the position with this key.
    #[must_use]
    pub fn get(&self, key: u64) -> Option<BookEntry> {
        let index = self.entries.binary_search_by_key(&key, |keyed| keyed.key).ok()?;
        Some(self.entries[index].entry)
    }

    /// The moves of the present position of a session, the best first, if what each of them leads
    /// to is known; or if one of them is proven to win, nobody knows how soon, which makes the
    /// others matter little: then those that are known.
    #[must_use]
    pub fn moves(&self, session: &dyn Lookup) -> Option<Vec<BookMove>> {
        let mover = session.to_move()?;
        let value = |child: Child| {
            let entry = self.after(&child, mover)?;
            Some(BookMove { text: child.text, entry })
        };
        let children = session.children();
        let count = children.len();
        let mut moves: Vec<_> = children.into_iter().filter_map(value).collect();
        moves.sort_by_key(|book_move| std::cmp::Reverse(book_move.entry.value));
        let wins = |best: &BookMove| {
            let BookMove { entry, .. } = best;
            // Where it is known how soon, another move may win sooner.
            entry.is_proven() && is_win(entry.value) && distance(entry.value).is_none()
        };
        (moves.len() == count || moves.first().is_some_and(wins)).then_some(moves)
    }

    /// What the present position of a session is worth: what a move that is proven to win says, or
    /// else what is known of itself.
    #[must_use]
    pub fn value(&self, session: &dyn Lookup) -> Option<BookEntry> {
        let best = self.moves(session).and_then(|moves| Some(moves.first()?.entry));
        let wins = best.filter(|entry| entry.is_proven() && is_win(entry.value));
        wins.or_else(|| self.get(session.key()))
    }

    /// What a move is worth for `mover`, who makes it.
    fn after(&self, child: &Child, mover: Player) -> Option<BookEntry> {
        match (child.outcome, child.to_move) {
            (Some(outcome), _) => Some(ended(outcome, mover)),
            (None, Some(next)) => Some(seen_before(self.get(child.key)?, next == mover)),
            (None, None) => None,
        }
    }

    /// The moves that the book would play from the present position of a session on, the first one
    /// chosen with some chance, and what it is worth; none if the book has nothing to offer here.
    /// The session is left as it was.
    pub fn line(
        &self,
        session: &mut dyn Lookup,
        variety: Option<Variety>,
    ) -> Option<(BookEntry, Vec<String>)> {
        let moves = self.moves(session)?;
        let chosen = variety.map_or(0, |variety| {
            let values: Vec<Value> = moves.iter().map(|m| m.entry.value).collect();
            variety.choose(&values, session.key())
        });
        let BookMove { text, entry } = moves.into_iter().nth(chosen)?;
        // Of a position that is proven to be lost no move's points say more.
        let lost = self.get(session.key()).filter(|own| own.is_proven() && own.value < 0);
        let entry = if entry.is_proven() { entry } else { lost.unwrap_or(entry) };
        let mut line = vec![text];
        // Moves of its own making are legal, and can be taken back.
        while line.len() < LONGEST_LINE && session.play(&line[line.len() - 1]).is_ok() {
            let Some(next) = self.moves(session).and_then(|moves| moves.into_iter().next()) else {
                let _ = session.undo(line.len());
                return Some((entry, line));
            };
            line.push(next.text);
        }
        let _ = session.undo(line.len() - 1);
        Some((entry, line))
    }
}
