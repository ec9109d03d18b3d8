//! How a book grows: what it should learn next, and what that changes.
//!
//! Drop-out expansion (T. Lincke, "Strategies for the automatic construction of opening books",
//! Computers and Games 2000): the book is grown where an opponent would leave it soonest for the
//! least loss. Of each position it takes the way to the end of the book that costs least, a ply
//! costing one and each point that a move is worse than the best one so many plies; the position
//! there is expanded: all its moves are valued. Lincke grows a book for each player, in which he
//! makes the best moves and the opponent any. Here he may deviate too, at a higher price, since
//! variety has him play moves that are hardly worse.
//!
//! All that is stored are values of positions. Which of them are expanded follows: those of which
//! every move leads to a known position. So it does not matter in which order, or in which process,
//! values arrive.

use std::collections::{HashMap, HashSet, VecDeque};

use super::entry::{BookEntry, best_of, ended, seen_before};
use super::error::BookError;
use super::lookup::{Book, Keyed};
use crate::game::Player;
use crate::game::value::{EVAL_MAX, Value};
use crate::session::Lookup;

/// The cost of a ply.
const PLY: i64 = 1000;

/// How much dearer than the opponent's are the deviations of the player whom the book is for.
const OWN: i64 = 4;

/// The cost of a way that leads nowhere: to positions that are proven, or about to be expanded.
const CLOSED: i64 = i64::MAX / 4;

/// A position that can be reached from the start through the book.
struct Node {
    /// The one of its mirror images that stands for all: a search may value another one
    /// differently.
    position: String,
    mover: Player,
    entry: BookEntry,
    /// What its moves lead to, once all of it is known.
    edges: Vec<Edge>,
    /// Moves to positions that are not known; 0 if it is expanded.
    unknown: usize,
    /// It will be expanded, when what was asked for comes.
    asked: bool,
    parents: Vec<usize>,
    /// The cost of the cheapest way to the end of the book, for the book of each player.
    cost: [i64; 2],
}

/// A move.
#[derive(Clone, Copy)]
enum Edge {
    /// It ends the game.
    End(BookEntry),
    /// To a node; whether the same player moves again there.
    To { node: usize, same: bool },
}

/// A book that grows.
pub struct Growth {
    book: Book,
    pub(super) session: Box<dyn Lookup>,
    pub(super) known: HashMap<u64, BookEntry>,
    nodes: Vec<Node>,
    node_of: HashMap<u64, usize>,
    /// Nodes by the keys of positions that they wait for.
    waiting: HashMap<u64, Vec<usize>>,
}

/// What there is of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Positions that are known.
    pub positions: usize,
    /// Those of them that can be reached through the book.
    pub reachable: usize,
    /// Those of these that are expanded.
    pub expanded: usize,
    /// Known positions that are proven.
    pub proven: usize,
}

impl Growth {
    /// Goes on with a book. The session must be of its game.
    ///
    /// # Errors
    ///
    /// If it is not, or there can be no book for it.
    pub fn new(book: Book, session: Box<dyn Lookup>) -> Result<Self, BookError> {
        book.check_game(&*session)?;
        let known = book.entries.iter().map(|keyed| (keyed.key, keyed.entry)).collect();
        let mut growth = Self {
            book,
            session,
            known,
            nodes: Vec::new(),
            node_of: HashMap::new(),
            waiting: HashMap::new(),
        };
        growth.plant();
        Ok(growth)
    }

    /// The book as it is now.
    #[must_use]
    pub fn book(&self) -> Book {
        let entry_of = |(&key, &entry): (&u64, &BookEntry)| {
            let entry = self.node_of.get(&key).map_or(entry, |&node| self.nodes[node].entry);
            Keyed { key, entry }
        };
        let mut entries: Vec<Keyed> = self.known.iter().map(entry_of).collect();
        entries.sort_unstable_by_key(|keyed| keyed.key);
        Book { entries, ..self.book.clone() }
    }

    /// The game it is for, with its setup.
    #[must_use]
    pub fn game(&self) -> &str {
        self.book.game()
    }

    /// What there is of it.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let proven = |(key, entry): (&u64, &BookEntry)| {
            self.node_of.get(key).map_or(*entry, |&node| self.nodes[node].entry).is_proven()
        };
        Summary {
            positions: self.known.len(),
            reachable: self.nodes.len(),
            expanded: self.nodes.iter().filter(|node| node.unknown == 0).count(),
            proven: self.known.iter().filter(|known| proven(*known)).count(),
        }
    }

    /// What the start position is worth, if that is known.
    #[must_use]
    pub fn value(&self) -> Option<BookEntry> {
        self.nodes.first().map(|root| root.entry)
    }

    /// Position texts of what the book should learn next: at least `count`, if there are so many,
    /// and as many as it takes to expand the positions they follow. They are asked for once; a new
    /// [`Growth`] asks again.
    pub fn frontier(&mut self, count: usize) -> Vec<String> {
        if self.nodes.is_empty() {
            self.session.restart();
            return vec![self.session.canonical_position()];
        }
        let mut texts = Vec::new();
        let mut listed = HashSet::new();
        while texts.len() < count {
            let Some(leaf) = self.cheapest() else { break };
            self.nodes[leaf].asked = true;
            self.propagate(leaf);
            let position = self.nodes[leaf].position.clone();
            for (key, text) in self.children_unless(&position, |_| true) {
                if listed.insert(key) {
                    texts.push(text);
                }
            }
        }
        texts
    }

    /// What is known of a position; nothing if the text is none of the game.
    pub fn entry(&mut self, position: &str) -> Option<BookEntry> {
        self.session.set_position(Some(position), "").ok()?;
        self.known.get(&self.session.key()).copied()
    }

    /// Learns what a position is worth. What was known stays if it is proven or deeper. False if
    /// the text is no position of the game, or one where nothing is to be decided.
    pub fn learn(&mut self, position: &str, entry: BookEntry) -> bool {
        let key = self.key(position);
        key.map(|key| self.learn_key(key, entry)).is_some()
    }

    /// The key of a position, if that is one of the game where something is to be decided.
    pub(crate) fn key(&mut self, position: &str) -> Option<u64> {
        self.session.set_position(Some(position), "").ok()?;
        self.session.to_move().map(|_| self.session.key())
    }

    /// Takes over all that another book knows.
    ///
    /// # Errors
    ///
    /// If it is for another game, or its values are another evaluator's.
    pub fn merge(&mut self, other: &Book) -> Result<(), BookError> {
        other.check_game(&*self.session)?;
        if other.evaluator != self.book.evaluator {
            let (own, foreign) = (self.book.evaluator.clone(), other.evaluator.clone());
            return Err(BookError::Evaluators(own, foreign));
        }
        other.entries.iter().for_each(|keyed| self.learn_key(keyed.key, keyed.entry));
        Ok(())
    }

    pub(crate) fn learn_key(&mut self, key: u64, entry: BookEntry) {
        let before = self.known.get(&key);
        if before.is_some_and(|before| before.depth >= entry.depth) {
            return;
        }
        let is_new = before.is_none();
        self.known.insert(key, entry);
        if let Some(&node) = self.node_of.get(&key) {
            if self.nodes[node].unknown > 0 || entry.is_proven() {
                self.nodes[node].entry = entry;
                self.propagate(node);
            }
        } else if self.nodes.is_empty() {
            self.plant();
        }
        if is_new {
            for leaf in self.waiting.remove(&key).unwrap_or_default() {
                self.nodes[leaf].unknown -= 1;
                if self.nodes[leaf].unknown == 0 {
                    self.expand(leaf);
                }
            }
        }
    }

    /// Makes a node of the start position, if it is known, and of all that can be reached from it.
    fn plant(&mut self) {
        self.session.restart();
        if self.known.contains_key(&self.book.start) {
            let position = self.session.canonical_position();
            let mut fresh = VecDeque::new();
            self.node(&position, &mut fresh);
            self.expand_all(fresh);
        }
    }

    /// The node of a known position; a fresh one that turns out to be expanded is added to `fresh`.
    fn node(&mut self, position: &str, fresh: &mut VecDeque<usize>) -> usize {
        // Texts that were written here can be read again.
        let _ = self.session.set_position(Some(position), "");
        let key = self.session.key();
        if let Some(&node) = self.node_of.get(&key) {
            return node;
        }
        let node = self.nodes.len();
        let mut unknown = HashSet::new();
        for child in self.session.children() {
            if child.outcome.is_none() && !self.known.contains_key(&child.key) {
                unknown.insert(child.key);
            }
        }
        for key in &unknown {
            self.waiting.entry(*key).or_default().push(node);
        }
        self.nodes.push(Node {
            position: position.to_owned(),
            mover: self.session.to_move().unwrap_or(Player::First),
            entry: self.known[&key],
            edges: Vec::new(),
            unknown: unknown.len(),
            asked: false,
            parents: Vec::new(),
            cost: [0; 2],
        });
        self.node_of.insert(key, node);
        if unknown.is_empty() {
            fresh.push_back(node);
        }
        self.refresh(node);
        node
    }

    /// Gives a node of which every move is known its edges.
    fn expand(&mut self, node: usize) {
        self.expand_all(VecDeque::from([node]));
    }

    fn expand_all(&mut self, mut fresh: VecDeque<usize>) {
        let mut expanded = Vec::new();
        while let Some(node) = fresh.pop_front() {
            let (position, mover) = (self.nodes[node].position.clone(), self.nodes[node].mover);
            let _ = self.session.set_position(Some(&position), "");
            let mut edges = Vec::new();
            let children = self.session.children();
            for child in children {
                edges.push(match child.outcome {
                    Some(outcome) => Edge::End(ended(outcome, mover)),
                    None => {
                        let _ = self.session.set_position(Some(&position), &child.text);
                        let after = self.session.canonical_position();
                        let to = self.node(&after, &mut fresh);
                        if !self.nodes[to].parents.contains(&node) {
                            self.nodes[to].parents.push(node);
                        }
                        Edge::To { node: to, same: child.to_move == Some(mover) }
                    }
                });
            }
            self.nodes[node].edges = edges;
            expanded.push(node);
        }
        // The ends first, so that most values are right at once.
        for &node in expanded.iter().rev() {
            self.propagate(node);
        }
    }

    /// Brings a node and all above it up to date.
    fn propagate(&mut self, node: usize) {
        let mut stale = VecDeque::from([node]);
        let mut listed = HashSet::from([node]);
        // Positions may recur in some games; then values could chase each other for ever.
        let mut patience = 64 * self.nodes.len();
        self.refresh(node);
        while let Some(node) = stale.pop_front() {
            listed.remove(&node);
            for at in 0..self.nodes[node].parents.len() {
                let parent = self.nodes[node].parents[at];
                if self.refresh(parent) && patience > 0 && listed.insert(parent) {
                    patience -= 1;
                    stale.push_back(parent);
                }
            }
        }
    }

    /// Recomputes what a node is worth and costs; whether that changed anything.
    fn refresh(&mut self, at: usize) -> bool {
        let node = &self.nodes[at];
        let before = (node.entry, node.cost);
        let mut entry = node.entry;
        if node.unknown == 0 && !node.edges.is_empty() {
            let backed_up = best_of(node.edges.iter().map(|&edge| self.across(edge)));
            // What was proven by a search may be beyond what is known of the moves.
            if !entry.is_proven() || backed_up.is_proven() {
                entry = backed_up;
            }
        }
        if at == 0 && self.book.ply == 0 && !node.edges.is_empty() {
            self.book.ply = self.ply_worth(entry.value);
        }
        let node = &self.nodes[at];
        let cost = if entry.is_proven() || (node.asked && node.unknown > 0) {
            [CLOSED; 2]
        } else if node.edges.is_empty() {
            [0; 2]
        } else {
            [Player::First, Player::Second].map(|player| {
                let costs = node.edges.iter().map(|&edge| self.cost(node, entry, edge, player));
                costs.min().unwrap_or(CLOSED)
            })
        };
        let node = &mut self.nodes[at];
        (node.entry, node.cost) = (entry, cost);
        before != (entry, cost)
    }

    /// What a move is worth where it is made.
    fn across(&self, edge: Edge) -> BookEntry {
        match edge {
            Edge::End(entry) => entry,
            Edge::To { node, same } => seen_before(self.nodes[node].entry, same),
        }
    }

    /// The cost of going on with a move, in the book of a player.
    fn cost(&self, from: &Node, entry: BookEntry, edge: Edge, player: Player) -> i64 {
        let Edge::To { node, .. } = edge else { return CLOSED };
        let opinion = |value: Value| i64::from(value.clamp(-EVAL_MAX, EVAL_MAX));
        let loss = opinion(entry.value) - opinion(self.across(edge).value);
        let price = if from.mover == player { OWN } else { 1 };
        let deviation = (loss * price * PLY / i64::from(self.book.ply.max(1))).min(CLOSED);
        (self.nodes[node].cost[player.index()] + PLY + deviation).min(CLOSED)
    }

    /// How many points weigh as much as a ply: what the middle one of the moves from the start
    /// loses.
    fn ply_worth(&self, best: Value) -> Value {
        let losses = self.nodes[0]
            .edges
            .iter()
            .map(|&edge| best.saturating_sub(self.across(edge).value).clamp(0, EVAL_MAX));
        let mut losses: Vec<Value> = losses.filter(|&loss| loss > 0).collect();
        losses.sort_unstable();
        losses.get(losses.len() / 2).copied().unwrap_or(1)
    }

    /// The position to be expanded next, if there is any.
    fn cheapest(&self) -> Option<usize> {
        let root = &self.nodes[0];
        let player = if root.cost[1] < root.cost[0] { Player::Second } else { Player::First };
        let mut at = 0;
        // No way is longer than all positions; where positions recur the costs may not be settled.
        for _ in 0..=self.nodes.len() {
            let node = &self.nodes[at];
            if node.cost[player.index()] >= CLOSED {
                return None;
            }
            if node.edges.is_empty() {
                return Some(at);
            }
            let cost = |edge: &&Edge| self.cost(node, node.entry, **edge, player);
            let Some(Edge::To { node, .. }) = node.edges.iter().min_by_key(cost) else {
                return None;
            };
            at = *node;
        }
        None
    }

    /// Keys and texts of the unfinished positions that the moves of a position lead to, but for
    /// those of which enough is known.
    pub(super) fn children_unless(
        &mut self,
        position: &str,
        is_enough: impl Fn(BookEntry) -> bool,
    ) -> Vec<(u64, String)> {
        let _ = self.session.set_position(Some(position), "");
        let mut children = self.session.children();
        let is_enough = |key: u64| self.known.get(&key).is_some_and(|&entry| is_enough(entry));
        children.retain(|child| child.outcome.is_none() && !is_enough(child.key));
        let mut text_after = |m: &str| {
            let _ = self.session.set_position(Some(position), m);
            self.session.canonical_position()
        };
        children.iter().map(|child| (child.key, text_after(&child.text))).collect()
    }
}
