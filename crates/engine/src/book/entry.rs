//! What a book knows of a position, and what that says about the position one ply before.

use sarsen_core::game::value::{
    PROVEN_WIN, Score, Value, from_node, is_win, slowest, utility, win_in,
};

/// The depth of a proven entry, in memory and in files.
const PROVEN_DEPTH: u8 = u8::MAX;

/// What a book knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookEntry {
    /// The value for the player whose turn it is. Distances count from this position.
    pub value: Value,
    /// The depth of the search behind the value, in plies. The largest number if the value is
    /// [proven](Self::is_proven).
    pub depth: u8,
}

impl BookEntry {
    /// A value that no search can change.
    #[must_use]
    pub fn proven(value: Value) -> Self {
        Self { value, depth: PROVEN_DEPTH }
    }

    /// The result of a search.
    #[must_use]
    pub fn searched(score: Score, depth: u32) -> Self {
        match score.is_proven() {
            true => Self::proven(score.value()),
            false => {
                let depth = depth.min(u32::from(PROVEN_DEPTH) - 1) as u8;
                Self { value: score.value(), depth }
            }
        }
    }

    /// Whether the value is proven: no search can change it.
    #[must_use]
    pub fn is_proven(self) -> bool {
        self.depth == PROVEN_DEPTH
    }

    /// The value as it is reported, perhaps in a game of chance.
    #[must_use]
    pub fn score(self, has_chance: bool) -> Score {
        Score::of(self.value, self.is_proven(), has_chance)
    }
}

/// An entry as seen one ply before: by the same player, or by the other one.
pub(super) fn seen_before(entry: BookEntry, same: bool) -> BookEntry {
    let value = if same { entry.value } else { -entry.value };
    let depth =
        if entry.is_proven() { PROVEN_DEPTH } else { (entry.depth + 1).min(PROVEN_DEPTH - 1) };
    BookEntry { value: from_node(value, 1), depth }
}

/// What a position is worth if every move of it is known.
pub(super) fn best_of(moves: impl Iterator<Item = BookEntry> + Clone) -> BookEntry {
    let best = moves.clone().map(|m| m.value).max().unwrap_or(0);
    let open = moves.filter(|m| !m.is_proven()).map(|m| m.depth).min();
    match open {
        None => BookEntry::proven(best),
        // An unproven move might win sooner than the searches have seen. Only the win is proven.
        Some(depth) if is_win(best) && best < win_in(u32::from(depth)) => {
            BookEntry::proven(PROVEN_WIN)
        }
        Some(_) if is_win(best) => BookEntry::proven(best),
        Some(depth) => BookEntry { value: best, depth },
    }
}

/// What a position is worth where chance acts, if every outcome is known. Each comes with its
/// weight.
pub(super) fn mean_of(outcomes: impl Iterator<Item = (u32, BookEntry)> + Clone) -> BookEntry {
    let values = outcomes.clone().map(|(_, entry)| entry.value);
    let value = slowest(values).unwrap_or_else(|| {
        let (sum, weights) = outcomes.clone().fold((0, 0), |(sum, weights), (weight, entry)| {
            let weight = i64::from(weight);
            (sum + weight * utility(entry.value), weights + weight)
        });
        (sum / weights.max(1)) as Value
    });
    match outcomes.filter(|(_, entry)| !entry.is_proven()).map(|(_, entry)| entry.depth).min() {
        None => BookEntry::proven(value),
        Some(depth) => BookEntry { value, depth },
    }
}
