//! Enhanced transposition cutoffs: what the table knows of the positions that the moves of a node
//! lead to.

use super::key::ChildProbe;
use super::{NodeArgs, Worker};
use crate::game::value::{Value, from_node};
use crate::game::{Bound, Position};
use crate::transposition::Entry;

/// The least depth of a node at which the probes pay, if it has few moves.
const LEAST_DEPTH: i32 = 3;

/// A move that is good enough without a search.
pub(super) struct Cutoff {
    /// Its index among the moves of the node.
    pub(super) index: usize,
    /// A lower bound of its value, for the player who makes it.
    pub(super) value: Value,
    /// Whether no deeper search can change that.
    pub(super) proven: bool,
}

impl<P: Position> Worker<'_, P> {
    /// Computes the keys of all positions that the last `count` moves lead to, and has their
    /// entries fetched, if that costs little beside the search of a node of this depth. Returns
    /// where they begin in `children`. If they were not computed, `children` ends there.
    #[inline]
    pub(super) fn prepare_child_probes(&mut self, depth: i32, count: usize) -> usize {
        let from = self.children.len();
        // With many moves, the probes pay only in a deeper search.
        if depth >= LEAST_DEPTH && count <= 1 << depth.min(16) {
            for at in self.moves.len() - count..self.moves.len() {
                let m = self.moves[at];
                let undo = self.position.make(m);
                let child = ChildProbe { key: self.key(), turn: self.position.actor().turn() };
                self.position.unmake(m, undo);
                self.means.table.prefetch(child.key.key);
                self.children.push(child);
            }
        }
        from
    }

    /// Whether a move leads to a position that has occurred before, or close to the end of a count.
    /// The table does not know what such a position is worth.
    #[inline]
    fn leads_back(&mut self, m: P::Move) -> bool {
        if self.position.path().is_none() {
            return false;
        }
        let undo = self.position.make(m);
        let path = self.position.path();
        let is_back = path.is_some_and(|path| path.last_return().is_some() || path.is_over());
        self.position.unmake(m, undo);
        is_back
    }

    /// The first move whose position is known to be good enough: worth beta or more to the depth of
    /// the node. The positions are in `children` from `from` on.
    #[inline]
    pub(super) fn known_cutoff(
        &mut self,
        args: NodeArgs,
        first: usize,
        from: usize,
    ) -> Option<Cutoff> {
        (from..self.children.len()).find_map(|at| {
            let (child, index) = (self.children[at], at - from);
            let entry = self.means.table.probe(child.key.key)?;
            let is_own = child.turn == args.me;
            let Entry { value, bound, depth, .. } = if is_own { entry } else { entry.opposite() };
            if !self.reaches(depth, args.depth - 1) || self.comes_too_late(value, 1) {
                return None;
            }
            let value = from_node(value, args.ply + 1);
            let proven = depth.is_proven();
            (bound != Bound::Upper
                && value >= args.beta
                && !self.leads_back(self.moves[first + index]))
            .then_some(Cutoff { index, value, proven })
        })
    }
}
