//! Opening books: positions and what they are worth, found by patient analysis.
//!
//! A book knows positions by the key they share with their mirror images, and each by a value and
//! the depth of the search behind it, or that it is proven. A position of which every move leads to
//! a known one (or ends the game) is worth what its best move is worth; there the book has moves to
//! offer.
//!
//! [`Growth`] makes books grow where that pays most; [`Book::load`] and [`Book::save`] keep them in
//! files.

mod complete;
mod file;
mod growth;

pub use file::{BookError, Lock, LockError};
pub use growth::{Growth, Summary};

use crate::game::value::{Score, Value, distance, from_node, is_win, win_in};
use crate::game::{Outcome, Player};
use crate::session::variety::Variety;
use crate::session::{Child, Lookup, Session};

/// No line out of a book is longer than this, in plies.
const LONGEST_LINE: usize = 30;

/// The depth of an entry that no search can change, as files have it.
pub const PROVEN_DEPTH: u8 = u8::MAX;

/// What a book knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// A value for the side to move, distances counted from the position.
    pub value: Value,
    /// The plies of search behind it; [`PROVEN_DEPTH`] if no search can change it.
    pub depth: u8,
}

impl Entry {
    /// What a search has found.
    #[must_use]
    pub fn searched(score: Score, depth: u32) -> Self {
        let depth = if score.is_proven() {
            PROVEN_DEPTH
        } else {
            depth.min(u32::from(PROVEN_DEPTH) - 1) as u8
        };
        Self { value: score.value(), depth }
    }

    /// Whether no search can change it.
    #[must_use]
    pub fn is_proven(self) -> bool {
        self.depth == PROVEN_DEPTH
    }

    /// The value as it is reported.
    #[must_use]
    pub fn score(self) -> Score {
        Score::new(self.value, self.is_proven())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Keyed {
    key: u64,
    entry: Entry,
}

/// A move out of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub text: String,
    /// What it is worth for the side that makes it, seen from the position it is made in.
    pub entry: Entry,
}

/// An opening book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    game: String,
    evaluator: String,
    /// The key of the start position: whoever makes keys otherwise cannot read the book.
    start: u64,
    /// How many points of the evaluation weigh as much as a ply when the book grows; 0: not known
    /// yet.
    ply: Value,
    /// By key.
    entries: Vec<Keyed>,
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

    /// Whether bytes are meant to be a book, good or not.
    #[must_use]
    pub fn is_meant(bytes: &[u8]) -> bool {
        bytes.starts_with(file::MAGIC.as_bytes())
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
    pub fn get(&self, key: u64) -> Option<Entry> {
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
    pub fn value(&self, session: &dyn Lookup) -> Option<Entry> {
        let best = self.moves(session).and_then(|moves| Some(moves.first()?.entry));
        let wins = best.filter(|entry| entry.is_proven() && is_win(entry.value));
        wins.or_else(|| self.get(session.key()))
    }

    /// What a move is worth for `mover`, who makes it.
    fn after(&self, child: &Child, mover: Player) -> Option<Entry> {
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
    ) -> Option<(Entry, Vec<String>)> {
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

/// What the end of the game is worth for `mover`, whose move led to it, one ply before.
fn ended(outcome: Outcome, mover: Player) -> Entry {
    let value = match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == mover => win_in(1),
        Outcome::Win(_) => -win_in(1),
    };
    Entry { value, depth: PROVEN_DEPTH }
}

/// What is known of a position, as seen one ply before, by the same player or by the other one.
fn seen_before(entry: Entry, same: bool) -> Entry {
    let value = if same { entry.value } else { -entry.value };
    let depth =
        if entry.is_proven() { PROVEN_DEPTH } else { (entry.depth + 1).min(PROVEN_DEPTH - 1) };
    Entry { value: from_node(value, 1), depth }
}

/// What a position is worth of which every move is known.
fn best_of(moves: impl Iterator<Item = Entry> + Clone) -> Entry {
    let best = moves.clone().map(|m| m.value).max().unwrap_or(0);
    let open = moves.filter(|m| !m.is_proven()).map(|m| m.depth).min();
    match open {
        None => Entry { value: best, depth: PROVEN_DEPTH },
        // Some other move might win sooner than any search has seen.
        Some(depth) if is_win(best) && best < win_in(u32::from(depth)) => {
            Entry { value: crate::game::value::PROVEN_WIN, depth: PROVEN_DEPTH }
        }
        Some(_) if is_win(best) => Entry { value: best, depth: PROVEN_DEPTH },
        Some(depth) => Entry { value: best, depth },
    }
}
