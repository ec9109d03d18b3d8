//! A book in memory: what it knows of a position, and the moves that it offers there.

use std::cmp::Reverse;
use std::sync::Arc;

use super::entry::{BookEntry, seen_before};
use super::error::BookError;
use super::layers::Layers;
use crate::session::variety::Variety;
use crate::session::{Child, Lookup, Session};
use sarsen_core::game::value::{PROVEN_WIN, Value, distance, is_win};
use sarsen_core::game::{NumberedPlace, Player};

/// The limit for the length of a line out of a book, in plies.
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
    /// What it is worth for the player who makes it, in the position where it is made.
    pub entry: BookEntry,
}

/// An opening book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    pub(super) game: String,
    pub(super) evaluator: String,
    /// The key of the start position. If a session computes another one, its keys are different and
    /// the book is of no use to it.
    pub(super) start: u64,
    /// How many points of the evaluation weigh as much as a ply when the book grows. 0 if that is
    /// not known yet.
    pub(super) ply: Value,
    /// Sorted by key.
    pub(super) entries: Vec<Keyed>,
    /// The values of all positions near the start, if the book is one of everything.
    pub(super) layers: Option<Arc<Layers>>,
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
            layers: None,
        }
    }

    /// The game it is for, with its setup.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The name of the evaluator that its values come from.
    #[must_use]
    pub fn evaluator(&self) -> &str {
        &self.evaluator
    }

    /// How many points weigh as much as a ply when it grows. 0 until the start is expanded.
    #[must_use]
    pub fn ply(&self) -> Value {
        self.ply
    }

    /// The number of positions it knows.
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
    /// If it is for another game, or was made with other keys.
    pub fn check_game(&self, session: &dyn Lookup) -> Result<(), BookError> {
        let game = session.title();
        if self.game != game {
            Err(BookError::Game { book: self.game.clone(), game })
        } else if self.start != session.start_key() {
            Err(BookError::Keys)
        } else if let Some(layers) = &self.layers
            && !session.openings().is_some_and(|openings| layers.fits(openings))
        {
            Err(BookError::Keys)
        } else {
            Ok(())
        }
    }

    /// The number of plies up to which the book has, or is to have, the value of every position.
    /// None if it is not a book of everything.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        self.layers.as_ref().map(|layers| layers.plies())
    }

    /// Whether it is a book of everything that has everything.
    #[must_use]
    pub fn has_everything(&self) -> bool {
        self.layers.as_ref().is_some_and(|layers| layers.are_complete())
    }

    /// What is known of a position. Near the start, a book of everything knows better than any
    /// entry. None if nothing is known.
    fn get(
        &self,
        session: &dyn Lookup,
        key: u64,
        place: impl FnOnce() -> Option<NumberedPlace>,
    ) -> Option<BookEntry> {
        let near = || {
            let layers = self.layers.as_ref()?;
            let value = layers.get(session.openings()?, place()?)?;
            Some(BookEntry::proven(value))
        };
        near().or_else(|| self.listed(key))
    }

    /// What is known of the position with this key, apart from the positions near the start that a
    /// book of everything has. None if nothing is.
    #[must_use]
    pub fn listed(&self, key: u64) -> Option<BookEntry> {
        let index = self.entries.binary_search_by_key(&key, |keyed| keyed.key).ok()?;
        Some(self.entries[index].entry)
    }

    /// The moves of the session's current position, the best first. Moves of the same value stand
    /// in the same order in all mirror images. None unless the book knows what each of them leads
    /// to.
    ///
    /// The known moves are enough if the best of them keeps the proven value of the position. They
    /// are also enough if it is proven to win, but not how soon, because the others matter little
    /// then.
    #[must_use]
    pub fn moves(&self, session: &dyn Lookup) -> Option<Vec<BookMove>> {
        let (moves, are_all) = self.known(session)?;
        let wins = |best: &BookMove| {
            let BookMove { entry, .. } = best;
            // If the distance is known, another move may win sooner.
            entry.is_proven() && is_win(entry.value) && distance(entry.value).is_none()
        };
        let is_enough = |best: &BookMove| wins(best) || self.keeps_value(session, best.entry);
        (are_all || moves.first().is_some_and(is_enough)).then_some(moves)
    }

    /// The moves of the session's current position whose values are proven, in the order of
    /// [`moves`](Self::moves). Of a move that leads to no known position, the replies may prove
    /// something. A better move may be missing. The session stays as it was.
    #[must_use]
    pub fn proven_moves(&self, session: &mut dyn Lookup) -> Vec<BookMove> {
        let Some(mover) = session.to_move() else { return Vec::new() };
        let mut keyed = Vec::new();
        for child in session.children() {
            let entry = self.holding_after(session, &child, mover);
            let entry = entry.filter(|entry| entry.is_proven());
            let entry = entry.or_else(|| self.by_replies(session, &child, mover));
            keyed.extend(entry.map(|entry| (child.key, BookMove { text: child.text, entry })));
        }
        sorted(keyed)
    }

    /// What the replies to a move prove about it, for the `mover` who makes it.
    fn by_replies(
        &self,
        session: &mut dyn Lookup,
        child: &Child,
        mover: Player,
    ) -> Option<BookEntry> {
        if child.is_back || session.play(&child.text).is_err() {
            return None;
        }
        let entry = self.value(session).filter(|entry| entry.is_proven());
        // This move has just been played, so it can be taken back.
        let _ = session.undo(1);
        Some(seen_before(entry?, child.turn == Some(mover)))
    }

    /// The known moves, and whether these are all. None if no player is to move.
    fn known(&self, session: &dyn Lookup) -> Option<(Vec<BookMove>, bool)> {
        let mover = session.to_move()?;
        let value = |child: Child| {
            let entry = self.holding_after(session, &child, mover)?;
            Some((child.key, BookMove { text: child.text, entry }))
        };
        let children = session.children();
        let count = children.len();
        let moves = sorted(children.into_iter().filter_map(value).collect());
        let are_all = moves.len() == count;
        Some((moves, are_all))
    }

    /// What the session's current position is worth. If a move is proven to win, its value counts.
    /// Otherwise the entry of the position counts. None if there is none.
    #[must_use]
    pub fn value(&self, session: &dyn Lookup) -> Option<BookEntry> {
        let best = self.moves(session).and_then(|moves| Some(moves.first()?.entry));
        let wins = best.filter(|entry| entry.is_proven() && is_win(entry.value));
        wins.or_else(|| self.own(session))
    }

    /// The proven value of the session's current position. None if it is not known, or it is not
    /// known how soon the game ends.
    #[must_use]
    pub fn exact_value(&self, session: &dyn Lookup) -> Option<Value> {
        let proven = self.value(session).filter(|entry| entry.is_proven())?.value;
        (proven.abs() != PROVEN_WIN).then_some(proven)
    }

    /// Whether no move can be better than one with this entry.
    #[must_use]
    pub fn keeps_value(&self, session: &dyn Lookup, entry: BookEntry) -> bool {
        entry.is_proven() && self.own(session) == Some(entry)
    }

    /// What is known of the session's current position and holds in its game.
    fn own(&self, session: &dyn Lookup) -> Option<BookEntry> {
        let own = self.get(session, session.key(), || session.place());
        own.filter(|own| session.upholds(own.value))
    }

    /// What a move is worth for the `mover` who makes it, if that is known and holds in this game.
    fn holding_after(
        &self,
        session: &dyn Lookup,
        child: &Child,
        mover: Player,
    ) -> Option<BookEntry> {
        let entry = self.after(session, child, mover)?;
        (child.outcome.is_some() || session.upholds(entry.value)).then_some(entry)
    }

    /// What a move is worth for the `mover` who makes it. None if that is not known. It never is if
    /// the move leads back to a position of before: what that is worth depends on the game so far.
    fn after(&self, session: &dyn Lookup, child: &Child, mover: Player) -> Option<BookEntry> {
        match (child.end, child.turn) {
            (Some(value), _) => Some(BookEntry::proven(value)),
            _ if child.is_back => None,
            (None, Some(next)) => {
                let entry = self.get(session, child.key, || session.place_after(&child.text))?;
                Some(seen_before(entry, next == mover))
            }
            (None, None) => None,
        }
    }

    /// The moves that the book would play from the session's current position on, and the value of
    /// the first one. `variety` makes the choice of the first move random. None if the book has no
    /// move to offer here. The session stays as it was.
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
        // If the position is proven to be lost, that says more than the points of a move.
        let lost = self.own(session).filter(|own| own.is_proven() && own.value < 0);
        let entry = if entry.is_proven() { entry } else { lost.unwrap_or(entry) };
        let mut line = vec![text];
        // The session wrote these moves. So they are legal and can be taken back.
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

/// Moves with the keys of what they lead to, the best first. Those of the same value stand in the
/// order of their keys.
fn sorted(mut moves: Vec<(u64, BookMove)>) -> Vec<BookMove> {
    moves.sort_by_key(|(key, book_move)| (Reverse(book_move.entry.value), *key));
    moves.into_iter().map(|(_, book_move)| book_move).collect()
}
