//! The path to a position, for games in which positions come again.

use super::mix64;
use crate::game::value::{Value, distance, is_loss, is_win};

/// How often a position occurs before the game is drawn.
const OCCURRENCES: usize = 3;

/// Room for the moves of a search, so that it does not allocate.
const ROOM: usize = 300;

/// The keys of the positions on the way to the present one, which is the last of them.
///
/// A game in which positions come again keeps a path in its position, and shows it to the search by
/// [`Position::path`](super::Position::path). It calls [`push`](Self::push) when a move has been
/// made and [`pop`](Self::pop) when a move is taken back. Its
/// [`outcome`](super::Position::outcome) is a draw when the path [`is_over`](Self::is_over). The
/// search does the rest:
///
/// - A position that has already occurred below the root is worth a draw at once: the player who
///   wants the repetition can repeat it again. The root and the positions before it are worth a
///   draw only when they occur for the third time: a search may look at some moves of the root
///   only.
/// - A value that rests on such a draw holds on this path only. It is never kept as a proof, unless
///   the repeated position lies below the node in question. (The graph-history interaction problem:
///   A. Kishimoto and M. Mueller, "A general solution to the graph history interaction problem",
///   2004. Here wins and losses need no history, because a player who can win at all can win
///   without a repetition.)
/// - A win that is known from elsewhere (an [`Oracle`](super::Oracle), a book) counts only if it
///   surely comes before the game is drawn.
#[derive(PartialEq, Eq, Debug)]
pub struct Path {
    keys: Vec<u64>,
    /// Where the positions begin that can come again.
    first: usize,
    limits: PathLimits,
}

/// When the game is drawn for lack of progress. By default, only repetition draws it: `usize::MAX`
/// is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathLimits {
    /// It is drawn after this many plies without a move that cannot be undone.
    pub reversible: usize,
    /// It is drawn after this many plies in all, counted from the position that was set up.
    pub all: usize,
}

impl Default for PathLimits {
    fn default() -> Self {
        Self { reversible: usize::MAX, all: usize::MAX }
    }
}

/// What [`Path::pop`] needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathUndo {
    first: usize,
}

impl Path {
    /// The path that begins with a position.
    #[must_use]
    pub fn new(key: u64, limits: PathLimits) -> Self {
        Self { keys: vec![key], first: 0, limits }
    }

    /// The path of an image of the present position, which has this key. As many plies have led
    /// there, through positions that do not come again. If the game is drawn because its position
    /// has come again, so is the image.
    ///
    /// ```
    /// use sarsen_core::game::{Path, PathLimits};
    ///
    /// let mut path = Path::new(1, PathLimits { reversible: 50, all: usize::MAX });
    /// path.push(2, true);
    /// assert_eq!(path.image(3).plies_left(), Some(49));
    /// ```
    #[must_use]
    pub fn image(&self, key: u64) -> Self {
        let last = self.keys.len() - 1;
        // Numbers that are no keys of positions: the chance that one is is that of equal keys.
        let stand_in = |at: usize| if self.is_over() { key } else { mix64(key ^ (at as u64 + 1)) };
        let keys = (0..last).map(stand_in).chain([key]).collect();
        Self { keys, first: self.first, limits: self.limits }
    }

    /// The bytes of the positions that it knows.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.keys)
    }

    /// Adds the position after a move. `is_reversible` says that earlier positions may come again.
    /// If in doubt, say so.
    #[inline]
    pub fn push(&mut self, key: u64, is_reversible: bool) -> PathUndo {
        let undo = PathUndo { first: self.first };
        if !is_reversible {
            self.first = self.keys.len();
        }
        self.keys.push(key);
        undo
    }

    /// Removes the last position.
    #[inline]
    pub fn pop(&mut self, undo: PathUndo) {
        self.keys.pop();
        self.first = undo.first;
    }

    /// The key of the present position. It may leave out what does not keep positions from being
    /// the same, such as a count of moves: then it is not the [key](super::Position::key) of the
    /// position.
    pub(crate) fn present(&self) -> u64 {
        self.keys.last().copied().unwrap_or_default()
    }

    /// Whether the game is drawn: its position occurs for the third time, or a limit is reached.
    #[must_use]
    #[inline]
    pub fn is_over(&self) -> bool {
        self.plies_left() == Some(0) || self.returns().nth(OCCURRENCES - 2).is_some()
    }

    /// How many plies ago the position occurred last. None if it occurs for the first time.
    #[inline]
    #[must_use]
    pub fn last_return(&self) -> Option<usize> {
        self.returns().next()
    }

    /// The number of plies after which the limits end the game at the latest, if no move is made
    /// that cannot be undone. None if there is no limit.
    #[inline]
    #[must_use]
    pub fn plies_left(&self) -> Option<usize> {
        let PathLimits { reversible, all } = self.limits;
        let counted = [(reversible, self.reversible_plies()), (all, self.keys.len() - 1)];
        let limited = counted.into_iter().filter(|&(limit, _)| limit != usize::MAX);
        limited.map(|(limit, plies)| limit.saturating_sub(plies)).min()
    }

    /// How many plies of the path count for the limit that ends the game now.
    pub(crate) fn counted_plies(&self) -> usize {
        let is_reversible = self.reversible_plies() >= self.limits.reversible;
        if is_reversible { self.reversible_plies() } else { usize::MAX }
    }

    /// A number that stands for the positions whose return would end the game at once. 0 if there
    /// are none.
    pub(crate) fn past(&self) -> u64 {
        let mut keys = self.keys[self.first..].to_vec();
        keys.sort_unstable();
        let twice = keys.chunk_by(|one, other| one == other).filter(|same| same.len() > 1);
        twice.fold(0, |past, same| past ^ mix64(same[0]))
    }

    /// Whether a value that is known of the present position alone holds on this path. A win may be
    /// out of reach, because the limits end the game first, or because it leads through a position
    /// that has occurred twice. `false` means that nobody knows.
    #[must_use]
    pub fn upholds(&self, value: Value) -> bool {
        let left = self.plies_left().unwrap_or(usize::MAX);
        let in_time = distance(value).is_some_and(|plies| plies as usize <= left);
        !(is_win(value) || is_loss(value)) || (in_time && self.past() == 0)
    }

    /// The number of plies since the last move that cannot be undone.
    #[inline]
    pub(crate) fn reversible_plies(&self) -> usize {
        self.keys.len() - 1 - self.first
    }

    /// How many plies ago the present position occurred, the latest time first.
    #[inline]
    fn returns(&self) -> impl Iterator<Item = usize> {
        let (present, before) = match self.keys[self.first..].split_last() {
            Some((&present, before)) => (present, before),
            None => (0, &[][..]),
        };
        let plies_ago = move |(at, &key): (usize, &u64)| (key == present).then_some(at + 1);
        before.iter().rev().enumerate().filter_map(plies_ago)
    }
}

/// A copy has room for the moves of a search.
impl Clone for Path {
    fn clone(&self) -> Self {
        let mut keys = Vec::with_capacity(self.keys.len() + ROOM);
        keys.extend_from_slice(&self.keys);
        Self { keys, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::value::{EVAL_MAX, PROVEN_WIN, win_in};

    fn path(keys: &[u64]) -> Path {
        let mut path = Path::new(keys[0], PathLimits::default());
        for &key in &keys[1..] {
            path.push(key, true);
        }
        path
    }

    #[test]
    fn the_third_occurrence_is_the_end() {
        assert!(!path(&[1, 2, 1, 2]).is_over());
        let mut path = path(&[1, 2, 1, 2, 1]);
        assert!(path.is_over());
        assert_eq!(path.last_return(), Some(2));
        let undo = path.push(3, true);
        assert!(!path.is_over() && path.last_return().is_none());
        path.pop(undo);
        assert!(path.is_over());
    }

    #[test]
    fn what_cannot_be_undone_is_forgotten() {
        let mut path = path(&[1, 2, 1, 2]);
        let before = path.clone();
        let undo = path.push(1, false);
        assert_eq!((path.last_return(), path.past(), path.is_over()), (None, 0, false));
        path.pop(undo);
        assert_eq!(path, before);
        assert_eq!(path.last_return(), Some(2));
    }

    #[test]
    fn limits_end_the_game() {
        let limits = PathLimits { reversible: 2, all: 4 };
        let mut path = Path::new(0, limits);
        for (key, is_reversible, left) in [(1, true, 1), (2, false, 2), (3, true, 1), (4, true, 0)]
        {
            path.push(key, is_reversible);
            assert_eq!((path.plies_left(), path.is_over()), (Some(left), left == 0), "{key}");
        }
        let mut endless = Path::new(0, PathLimits::default());
        endless.push(1, true);
        assert_eq!(endless.plies_left(), None);
    }

    #[test]
    fn a_path_upholds_what_it_cannot_spoil() {
        let mut path = Path::new(7, PathLimits { reversible: 4, ..PathLimits::default() });
        assert!(path.upholds(0) && path.upholds(EVAL_MAX) && !path.upholds(PROVEN_WIN));
        assert!(path.upholds(win_in(4)) && !path.upholds(win_in(5)) && !path.upholds(-win_in(5)));
        let undo = path.push(7, true);
        assert!(!path.upholds(win_in(1)) && path.upholds(0));
        path.pop(undo);
        path.push(1, true);
        assert!(path.upholds(win_in(3)) && !path.upholds(win_in(4)));
    }

    #[test]
    fn only_what_would_end_the_game_is_past() {
        assert_eq!(path(&[1, 2, 3]).past(), 0);
        let past = path(&[1, 2, 1, 3]).past();
        assert!(past != 0 && past == path(&[3, 1, 1]).past());
        assert_ne!(past, path(&[1, 2, 1, 2]).past());
    }
}
