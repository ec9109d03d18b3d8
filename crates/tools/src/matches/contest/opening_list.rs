//! Openings, and lists of them that take little memory.

/// A first position, and the moves from it that are played before the players begin.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// The text of the first position. `None` for the start of the game.
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
}

/// Openings, one after another. They stand in one text, so that those of a large file take little
/// more memory than the file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpeningList {
    /// For each opening its position with [`END`] behind it, if it has one, and its moves.
    text: String,
    /// Where in the text each of them ends.
    ends: Vec<usize>,
}

/// The end of a position. Moves are words, so none has it in it.
const END: char = '\n';

impl OpeningList {
    /// Adds an opening: its position, or `None` for the start of the game, and its moves, separated
    /// by blanks.
    pub fn push(&mut self, position: Option<&str>, moves: &str) {
        if let Some(position) = position {
            self.text.push_str(position);
            self.text.push(END);
        }
        self.text.push_str(moves);
        self.ends.push(self.text.len());
    }

    /// The position and the moves of an opening, counted from 0.
    ///
    /// # Panics
    ///
    /// If there are not so many.
    #[must_use]
    pub fn get(&self, at: usize) -> (Option<&str>, &str) {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        let opening = &self.text[start..self.ends[at]];
        match opening.rsplit_once(END) {
            Some((position, moves)) => (Some(position), moves),
            None => (None, opening),
        }
    }

    /// All of them, as [`get`](Self::get) has them.
    pub fn iter(&self) -> impl Iterator<Item = (Option<&str>, &str)> {
        (0..self.len()).map(|at| self.get(at))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The same openings, cut to this number of plies.
    pub(super) fn shortened(&self, plies: usize) -> Self {
        let mut list = Self::default();
        for (position, moves) in self.iter() {
            let end = moves.match_indices(' ').nth(plies.saturating_sub(1));
            let moves = end.map_or(moves, |(end, _)| &moves[..end]);
            list.push(position, if plies == 0 { "" } else { moves });
        }
        list
    }

    /// A number that distinguishes them from others.
    pub(super) fn digest(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(self.text.as_bytes());
        self.ends.iter().for_each(|&end| hasher.update(&(end as u64).to_le_bytes()));
        hasher.finalize()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_what_was_put_in() {
        let openings = [
            (None, "4 4 3"),
            (Some("a 1"), ""),
            (None, ""),
            (Some(""), "x"),
            (Some("b\nc"), "y z"),
        ];
        let mut list = OpeningList::default();
        openings.iter().for_each(|(position, moves)| list.push(*position, moves));
        assert_eq!(list.iter().collect::<Vec<_>>(), openings);
        let cut = |plies| list.shortened(plies).get(0).1.to_owned();
        assert_eq!([0, 1, 2, 3, 9].map(cut), ["", "4", "4 4", "4 4 3", "4 4 3"]);
        assert_eq!(list.shortened(1).get(4), (Some("b\nc"), "y"));
    }

    #[test]
    fn lists_of_the_same_moves_differ_by_where_openings_end() {
        let list = |openings: &[&str]| {
            let mut list = OpeningList::default();
            openings.iter().for_each(|moves| list.push(None, moves));
            list.digest()
        };
        assert_ne!(list(&["44", "4"]), list(&["4", "44"]));
        assert_eq!(list(&["44", "4"]), list(&["44", "4"]));
    }
}
