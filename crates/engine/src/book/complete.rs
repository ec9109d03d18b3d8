//! A book that is complete to a depth: it has a move for every position that an opponent can reach.

use std::collections::{BTreeMap, HashSet};

use super::entry::{BookEntry, seen_before};
use super::growth::Growth;
use sarsen_core::game::Player;
use sarsen_core::game::value::Value;

impl Growth {
    /// The texts of the positions that the book must learn next to be complete up to `plies` plies.
    /// Empty if it is complete.
    ///
    /// The owner of the book makes only best moves. The opponent makes any move. A complete book
    /// has proven moves to offer in every position that this play reaches, for either player as the
    /// owner. A position is listed again by each call until its value is proven.
    pub fn gaps(&mut self, plies: usize) -> Vec<String> {
        self.session.restart();
        let start = (self.session.key(), self.session.canonical_position());
        if !self.known.get(&start.0).is_some_and(|entry| entry.is_proven()) {
            return vec![start.1];
        }
        let mut texts = Vec::new();
        let mut listed = HashSet::new();
        for owner in [Player::First, Player::Second] {
            let mut layer = BTreeMap::from([start.clone()]);
            for ply in 0..=plies {
                let mut next = BTreeMap::new();
                for position in layer.values() {
                    let mover = self.mover(position);
                    if ply == plies && mover != Some(owner) {
                        continue;
                    }
                    let unproven = self.children_unless(position, BookEntry::is_proven);
                    if unproven.is_empty() {
                        next.extend(self.reached(position, mover == Some(owner)));
                    }
                    let new = unproven.into_iter().filter(|(key, _)| listed.insert(*key));
                    texts.extend(new.map(|(_, text)| text));
                }
                layer = next;
            }
        }
        texts
    }

    /// The player who is to move in a position. None if chance is. The text is one that a session
    /// wrote.
    fn mover(&mut self, position: &str) -> Option<Player> {
        let _ = self.session.set_position(Some(position), "");
        self.session.to_move()
    }

    /// The keys and texts of the unfinished positions that moves lead to: all moves, or only the
    /// best ones. The book knows the positions after all moves.
    fn reached(&mut self, position: &str, best_only: bool) -> Vec<(u64, String)> {
        let _ = self.session.set_position(Some(position), "");
        let Some(mover) = self.session.turn() else { return Vec::new() };
        let children = self.session.children();
        let values: Vec<Value> = children
            .iter()
            .map(|child| match child.end {
                Some(value) => value,
                None => seen_before(self.known[&child.key], child.turn == Some(mover)).value,
            })
            .collect();
        let best = values.iter().copied().max();
        let mut reached = Vec::new();
        for (child, value) in children.into_iter().zip(values) {
            if child.outcome.is_none() && (!best_only || Some(value) == best) {
                let _ = self.session.set_position(Some(position), &child.text);
                reached.push((child.key, self.session.canonical_position()));
            }
        }
        reached
    }
}
