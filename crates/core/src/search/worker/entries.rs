//! What a node takes from the table and leaves there.

use super::{Found, Key, NodeArgs, Worker};
use crate::game::value::{Value, distance, from_node, is_loss, is_win, to_node};
use crate::game::{Bound, Position, Symmetry};
use crate::transposition::{Depth, Entry, MoveCode, Table};

impl<P: Position> Worker<'_, P> {
    /// The table in which positions of this depth are kept.
    #[inline]
    pub(super) fn table_for(&self, depth: i32) -> &Table {
        if depth <= 1 { &self.frontier } else { self.means.table }
    }

    /// The code in the current position of a move from an entry, which is about the image under
    /// `symmetry`.
    #[inline]
    pub(crate) fn code_from(&self, code: Option<MoveCode>, symmetry: Symmetry) -> Option<MoveCode> {
        let inverse =
            |code: MoveCode| self.position.map_code(code.get(), self.position.inverse(symmetry));
        code.and_then(|code| MoveCode::new(inverse(code)))
    }

    /// The value of an entry, if it settles the node.
    #[inline]
    pub(super) fn usable(
        &mut self,
        entry: &Entry,
        args: NodeArgs,
        is_principal: bool,
    ) -> Option<Value> {
        if self.comes_too_late(entry.value, 0) {
            return None;
        }
        let value = from_node(entry.value, args.ply);
        let proven = entry.depth.is_proven();
        let cuts_above = entry.bound != Bound::Upper && value >= args.beta;
        let cuts_below = entry.bound != Bound::Lower && value <= args.alpha;
        // At every depth, a proven win is worth at least this, and a proven loss at most this.
        if (cuts_above && is_win(value)) || (cuts_below && is_loss(value)) {
            return Some(value);
        }
        // On the principal variation, the search finds a known evaluation again, because it needs
        // the line.
        if !proven && (is_principal || !self.reaches(entry.depth, args.depth)) {
            return None;
        }
        if cuts_above || cuts_below || entry.bound == Bound::Exact {
            self.heuristic_leaves += u64::from(!proven);
            return Some(value);
        }
        None
    }

    /// Whether an entry of this depth serves a search of so many plies.
    #[inline]
    pub(super) fn reaches(&self, depth: Depth, plies: i32) -> bool {
        match self.techniques.deeper_entries {
            true => depth.reaches(plies),
            false => depth.is_proven() || depth == Depth::of_plies(plies),
        }
    }

    /// Keeps what was found at the current position, and its best move, if there is one.
    #[inline]
    pub(super) fn remember(
        &mut self,
        key: Key,
        args: NodeArgs,
        found: Found,
        best: Option<MoveCode>,
    ) {
        let entry = self.entry(key, args, found, best);
        self.table_for(args.depth).store(key.key, entry);
    }

    /// The entry for what was found at the current position.
    #[inline]
    pub(crate) fn entry(
        &self,
        key: Key,
        args: NodeArgs,
        found: Found,
        best: Option<MoveCode>,
    ) -> Entry {
        let image = |code: MoveCode| self.position.map_code(code.get(), key.symmetry);
        let Found { value, mut bound, mut proven, holds_anywhere } = found;
        if !holds_anywhere {
            // On another path the winner may be faster. Nothing else is certain.
            let weaker = if is_win(value) { Bound::Lower } else { Bound::Upper };
            let is_decided = is_win(value) || is_loss(value);
            proven &= is_decided && (bound == Bound::Exact || bound == weaker);
            bound = if proven { weaker } else { bound };
        }
        Entry {
            value: to_node(value, args.ply),
            bound,
            depth: if proven { Depth::PROVEN } else { Depth::of_plies(args.depth) },
            code: best.and_then(|code| MoveCode::new(image(code))),
        }
    }

    /// Whether a win or loss may come after the end of the game on the present path. `value` counts
    /// from a position `more` plies after the current one.
    #[inline]
    pub(super) fn comes_too_late(&self, value: Value, more: usize) -> bool {
        let Some(path) = self.position.path() else { return false };
        (is_win(value) || is_loss(value))
            && distance(value).is_none_or(|plies| {
                path.plies_left().is_some_and(|left| plies as usize + more > left)
            })
    }
}
