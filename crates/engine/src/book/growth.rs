//! How a book grows: what it should learn next, and what that changes.
//!
//! This is drop-out expansion (T. Lincke, "Strategies for the automatic construction of opening
//! books", Computers and Games 2000). The book grows where an opponent would leave it soonest for
//! the least loss. Each way from the start to the end of the book has a cost. A ply costs one. A
//! move that is worse than the best one costs more plies for each point that it loses. The position
//! at the end of the cheapest way is expanded: all its moves get values.
//!
//! Lincke grows a book for each player. The owner makes the best moves, and the opponent makes any
//! move. Here the owner may deviate too, at a higher price, because variety makes the engine play
//! moves that are hardly worse.
//!
//! A book stores the values of positions and nothing else. From these it follows which positions
//! are expanded: every move of theirs ends the game or leads to a known position. So values may
//! arrive in any order, from any process.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use super::entry::{BookEntry, best_of, mean_of, seen_before};
use super::error::BookError;
use super::everything::join;
use super::layers::Layers;
use super::learner::Learner;
use super::lookup::{Book, Keyed};
use crate::session::Lookup;
use sarsen_core::game::Player;
use sarsen_core::game::value::{EVAL_MAX, Value, utility};

/// The cost of a ply.
const PLY: i64 = 1000;

/// A deviation of the book's owner costs this many times as much as one of the opponent.
const OWN: i64 = 4;

/// The cost of a way that leads nowhere: to a position that is proven or about to be expanded.
const CLOSED: i64 = i64::MAX / 4;

/// A position that can be reached from the start through the book.
struct Node {
    /// The mirror image that stands for all of them. A search may value the others differently.
    position: String,
    /// Whose turn it is.
    mover: Player,
    entry: BookEntry,
    /// What its moves lead to. Empty until all of that is known.
    edges: Vec<Edge>,
    /// Where chance acts: how likely each of these is. Otherwise empty.
    odds: Vec<u32>,
    /// The number of positions after its moves that are not known. 0 if it is expanded.
    unknown: usize,
    /// Whether the frontier has listed its unknown positions. Their values will expand it.
    asked: bool,
    parents: Vec<usize>,
    /// The cost of the cheapest way to the end of the book, with each player as the owner.
    cost: [i64; 2],
}

/// A move.
#[derive(Clone, Copy)]
enum Edge {
    /// It ends the game.
    End(BookEntry),
    /// It leads to a node; `same` if the same player moves again there.
    To { node: usize, same: bool },
}

/// A book that grows.
pub struct Growth {
    book: Book,
    pub(super) session: Box<dyn Lookup>,
    pub(super) known: HashMap<u64, BookEntry>,
    nodes: Vec<Node>,
    node_of: HashMap<u64, usize>,
    /// The nodes that wait for a position, by its key.
    waiting: HashMap<u64, Vec<usize>>,
}

/// How large a book is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The number of known positions.
    pub positions: usize,
    /// The number of known positions that can be reached through the book.
    pub reachable: usize,
    /// The number of reachable positions that are expanded.
    pub expanded: usize,
    /// The number of known positions that are proven.
    pub proven: usize,
}

impl Growth {
    /// Continues a book. The session must be of its game.
    ///
    /// # Errors
    ///
    /// If [`Book::check_game`] finds that the book is not for the session's game.
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

    /// All entries as they are now.
    fn entries(&self) -> Vec<Keyed> {
        let entry_of = |(&key, &entry): (&u64, &BookEntry)| {
            let entry = self.node_of.get(&key).map_or(entry, |&node| self.nodes[node].entry);
            Keyed { key, entry }
        };
        let mut entries: Vec<Keyed> = self.known.iter().map(entry_of).collect();
        entries.sort_unstable_by_key(|keyed| keyed.key);
        entries
    }

    /// How large it is.
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

    /// What the start position is worth. None if that is not known.
    #[must_use]
    pub fn value(&self) -> Option<BookEntry> {
        self.nodes.first().map(|root| root.entry)
    }

    /// The texts of the positions that the book should learn next: all unknown positions after the
    /// positions that it expands next. There are at least `count`, unless nothing else can be
    /// expanded. Each is listed once. A new [`Growth`] lists it again.
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

    /// Whether the game is one of chance.
    #[must_use]
    pub fn has_chance(&self) -> bool {
        self.session.has_chance()
    }

    /// What is known of a position. None if nothing is, or the text is no position of the game.
    pub fn entry(&mut self, position: &str) -> Option<BookEntry> {
        self.session.set_position(Some(position), "").ok()?;
        self.known.get(&self.session.key()).copied()
    }

    /// Learns everything that another book knows. Of two books of everything, the one that has more
    /// gives the values near the start. If they are not complete, but for the same number of plies,
    /// their values are joined.
    ///
    /// # Errors
    ///
    /// If that book is for another game, or its values come from another evaluator. If both are
    /// books of everything with different plies, and the deeper one is not complete.
    pub fn merge(&mut self, other: &Book) -> Result<(), BookError> {
        other.check_game(&*self.session)?;
        if other.evaluator != self.book.evaluator {
            let (own, foreign) = (self.book.evaluator.clone(), other.evaluator.clone());
            return Err(BookError::Evaluators(own, foreign));
        }
        if let Some(layers) = &other.layers {
            self.merge_layers(layers)?;
        }
        other.entries.iter().for_each(|keyed| self.learn_key(keyed.key, keyed.entry));
        Ok(())
    }

    /// Learns the values of all positions near the start.
    fn merge_layers(&mut self, other: &Arc<Layers>) -> Result<(), BookError> {
        let Some(own) = &self.book.layers else {
            self.book.layers = Some(Arc::clone(other));
            return Ok(());
        };
        let has_all =
            |one: &Layers, other: &Layers| one.are_complete() && one.plies() >= other.plies();
        if has_all(other, own) {
            self.book.layers = Some(Arc::clone(other));
        } else if own.plies() == other.plies()
            && !own.are_complete()
            && let Some(openings) = self.session.openings()
        {
            self.book.layers = Some(Arc::new(join(openings, own, other)));
        } else if !has_all(own, other) {
            return Err(BookError::Plies(own.plies(), other.plies()));
        }
        Ok(())
    }

    /// Makes the nodes of the start position and of all that can be reached from it. Nothing
    /// happens if the start position is not known.
    fn plant(&mut self) {
        self.session.restart();
        if self.known.contains_key(&self.book.start) {
            let position = self.session.canonical_position();
            let mut fresh = VecDeque::new();
            self.node(&position, &mut fresh);
            self.expand_all(fresh);
        }
    }

    /// The node of a known position, made if it is not there. If every move of a new node is known,
    /// the node is added to `fresh`.
    fn node(&mut self, position: &str, fresh: &mut VecDeque<usize>) -> usize {
        // A session can read each text that it wrote.
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
            mover: self.session.turn().unwrap_or(Player::First),
            entry: self.known[&key],
            edges: Vec::new(),
            odds: self.session.odds(),
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

    /// Gives a node its edges. Every move of it is known.
    fn expand(&mut self, node: usize) {
        self.expand_all(VecDeque::from([node]));
    }

    /// Gives nodes their edges, and also the nodes that this makes.
    fn expand_all(&mut self, mut fresh: VecDeque<usize>) {
        let mut expanded = Vec::new();
        while let Some(node) = fresh.pop_front() {
            let (position, mover) = (self.nodes[node].position.clone(), self.nodes[node].mover);
            let _ = self.session.set_position(Some(&position), "");
            let mut edges = Vec::new();
            let children = self.session.children();
            for child in children {
                edges.push(match child.end {
                    Some(value) => Edge::End(BookEntry::proven(value)),
                    None => {
                        let _ = self.session.set_position(Some(&position), &child.text);
                        let after = self.session.canonical_position();
                        let to = self.node(&after, &mut fresh);
                        if !self.nodes[to].parents.contains(&node) {
                            self.nodes[to].parents.push(node);
                        }
                        Edge::To { node: to, same: child.turn == Some(mover) }
                    }
                });
            }
            self.nodes[node].edges = edges;
            expanded.push(node);
        }
        // The last come first, so that most values are right at once.
        for &node in expanded.iter().rev() {
            self.propagate(node);
        }
    }

    /// Brings a node and all its ancestors up to date.
    fn propagate(&mut self, node: usize) {
        let mut stale = VecDeque::from([node]);
        let mut listed = HashSet::from([node]);
        // Positions may recur in some games. Then values could chase each other for ever.
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

    /// Recomputes the value and the costs of a node. True if that changed anything.
    fn refresh(&mut self, at: usize) -> bool {
        let node = &self.nodes[at];
        let before = (node.entry, node.cost);
        let mut entry = node.entry;
        if node.unknown == 0 && !node.edges.is_empty() {
            let after = node.edges.iter().map(|&edge| self.across(edge));
            let backed_up = match &node.odds[..] {
                [] => best_of(after),
                odds => mean_of(odds.iter().copied().zip(after)),
            };
            // A search may have proven more than the moves show.
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
            [Player::First, Player::Second].map(|owner| {
                let costs = (0..node.edges.len()).map(|at| self.cost(node, entry, at, owner));
                costs.min().unwrap_or(CLOSED)
            })
        };
        let node = &mut self.nodes[at];
        (node.entry, node.cost) = (entry, cost);
        before != (entry, cost)
    }

    /// What a move is worth in the position where it is made.
    fn across(&self, edge: Edge) -> BookEntry {
        match edge {
            Edge::End(entry) => entry,
            Edge::To { node, same } => seen_before(self.nodes[node].entry, same),
        }
    }

    /// The cost of going on with the move of this number, if the book belongs to `owner`.
    fn cost(&self, from: &Node, entry: BookEntry, at: usize, owner: Player) -> i64 {
        let edge = from.edges[at];
        let Edge::To { node, .. } = edge else { return CLOSED };
        let deviation = if let Some(&weight) = from.odds.get(at) {
            // Of a die with two faces, none is a deviation. The rarer an outcome, the dearer.
            let odds = from.odds.iter().sum::<u32>() / weight.max(1);
            i64::from(odds.max(1).ilog2().saturating_sub(1)) * PLY
        } else {
            let loss = utility(entry.value) - utility(self.across(edge).value);
            let price = if from.mover == owner { OWN } else { 1 };
            (loss * price * PLY / i64::from(self.book.ply.max(1))).min(CLOSED)
        };
        (self.nodes[node].cost[owner.index()] + PLY + deviation).min(CLOSED)
    }

    /// How many points weigh as much as a ply: the median loss of those moves from the start that
    /// lose anything.
    fn ply_worth(&self, best: Value) -> Value {
        let losses = self.nodes[0]
            .edges
            .iter()
            .map(|&edge| best.saturating_sub(self.across(edge).value).clamp(0, EVAL_MAX));
        let mut losses: Vec<Value> = losses.filter(|&loss| loss > 0).collect();
        losses.sort_unstable();
        losses.get(losses.len() / 2).copied().unwrap_or(1)
    }

    /// The node to expand next: the end of the cheapest way. None if every way leads nowhere.
    fn cheapest(&self) -> Option<usize> {
        let root = &self.nodes[0];
        let owner = if root.cost[1] < root.cost[0] { Player::Second } else { Player::First };
        let mut at = 0;
        // The limit is for games where positions recur: there the costs may lead in a circle.
        for _ in 0..=self.nodes.len() {
            let node = &self.nodes[at];
            if node.cost[owner.index()] >= CLOSED {
                return None;
            }
            if node.edges.is_empty() {
                return Some(at);
            }
            let cost = |&at: &usize| self.cost(node, node.entry, at, owner);
            let cheapest = (0..node.edges.len()).min_by_key(cost)?;
            let Edge::To { node, .. } = node.edges[cheapest] else { return None };
            at = node;
        }
        None
    }

    /// The keys and texts of the unfinished positions that the moves of a position lead to, except
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

impl Learner for Growth {
    fn game(&self) -> &str {
        self.book.game()
    }

    fn wanted(&self) -> String {
        "position to be valued".to_owned()
    }

    fn key(&mut self, position: &str) -> Option<u64> {
        self.session.set_position(Some(position), "").ok()?;
        self.session.turn().map(|_| self.session.key())
    }

    fn learn_key(&mut self, key: u64, entry: BookEntry) {
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

    fn learnt(&self) -> usize {
        self.known.len()
    }

    fn book(&self) -> Book {
        Book { entries: self.entries(), ..self.book.clone() }
    }
}
