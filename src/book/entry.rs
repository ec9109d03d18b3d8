//! What a book knows of a position, and what that says about the position one ply before.

use crate::game::value::{PROVEN_WIN, Score, Value, from_node, is_win, win_in};
use crate::game::{Outcome, Player};

/// The depth of an entry that no search can change, as files have it.
pub const PROVEN_DEPTH: u8 = u8::MAX;

/// What a book knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// A value for the side to move, distances counted from the position.
    pub value: Value,
    /// The plies of search behind it; [`PROVEN_DEPTH`] if no search can change it.
    pub depth: u8,
}

impl BookEntry {
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

/// What the end of the game is worth for `mover`, whose move led to it, one ply before.
pub(super) fn ended(outcome: Outcome, mover: Player) -> BookEntry {
    let value = match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == mover => win_in(1),
        Outcome::Win(_) => -win_in(1),
    };
    BookEntry { value, depth: PROVEN_DEPTH }
}

/// What is known of a position, as seen one ply before, by the same player or by the other one.
pub(super) fn seen_before(entry: BookEntry, same: bool) -> BookEntry {
    let value = if same { entry.value } else { -entry.value };
    let depth =
        if entry.is_proven() { PROVEN_DEPTH } else { (entry.depth + 1).min(PROVEN_DEPTH - 1) };
    BookEntry { value: from_node(value, 1), depth }
}

/// What a position is worth of which every move is known.
pub(super) fn best_of(moves: impl Iterator<Item = BookEntry> + Clone) -> BookEntry {
    let best = moves.clone().map(|m| m.value).max().unwrap_or(0);
    let open = moves.filter(|m| !m.is_proven()).map(|m| m.depth).min();
    match open {
        None => BookEntry { value: best, depth: PROVEN_DEPTH },
        // Some other move might win sooner than any search has seen.
        Some(depth) if is_win(best) && best < win_in(u32::from(depth)) => {
            BookEntry { value: PROVEN_WIN, depth: PROVEN_DEPTH }
        }
        Some(_) if is_win(best) => BookEntry { value: best, depth: PROVEN_DEPTH },
        Some(depth) => BookEntry { value: best, depth },
    }
}
