//! What is known beforehand of the positions that the moves of a node lead to.

use super::worker::{Key, Worker};
use crate::game::value::{Value, from_node};
use crate::game::{Actor, Bound, Player, Position};
use crate::transposition::{Entry, PROVEN_DEPTH};

/// From this depth on it pays to look ahead for a few moves.
const LEAST_DEPTH: i32 = 3;

/// A position that a move leads to.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) key: Key,
    actor: Actor,
}

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
    /// Computes the keys of all positions that the last `count` moves lead to and has their entries
    /// fetched, if that costs little beside the search of a node of this depth; returns where they
    /// begin in `children`, which ends there if they were not computed.
    #[inline]
    pub(super) fn look_out(&mut self, depth: i32, count: usize) -> usize {
        let from = self.children.len();
        // With many moves it takes a deeper search to be worth it.
        if depth >= LEAST_DEPTH && count <= 1 << depth.min(16) {
            for at in self.moves.len() - count..self.moves.len() {
                let m = self.moves[at];
                let undo = self.position.make(m);
                let child = Child { key: self.key(), actor: self.position.actor() };
                self.position.unmake(m, undo);
                self.means.table.prefetch(child.key.key);
                self.children.push(child);
            }
        }
        from
    }

    /// The first move whose position is known to be good enough for `me`: worth `beta` or more to
    /// `depth`, the depth of the node. The moves' positions are in `children` from `from` on.
    #[inline]
    pub(super) fn known_cutoff(
        &self,
        me: Player,
        beta: Value,
        depth: i32,
        ply: usize,
        from: usize,
    ) -> Option<Cutoff> {
        self.children[from..].iter().enumerate().find_map(|(index, child)| {
            let Entry { value, bound, depth: found, .. } = self.means.table.probe(child.key.key)?;
            let proven = found == PROVEN_DEPTH;
            if !proven && i32::from(found) < depth - 1 {
                return None;
            }
            let value = from_node(value, ply + 1);
            let (value, useless) = match child.actor {
                Actor::Player(next) if next == me => (value, Bound::Upper),
                Actor::Player(_) => (-value, Bound::Lower),
                // Expectations are not in the table.
                Actor::Chance => return None,
            };
            (bound != useless && value >= beta).then_some(Cutoff { index, value, proven })
        })
    }
}
