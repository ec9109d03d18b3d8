//! Long proofs: who wins from a position that is too hard for a game's own solver alone.
//!
//! A tree is grown from the position, best first by proof numbers (L. V. Allis, M. van der Meulen and H. J. van den Herik,
//! "Proof-number search", 1994): where the least work seems to be left, a position is either given to the
//! game's solver, if that may be expected to decide it soon, or its moves are added to the tree. Positions that are images of each
//! other, or that different moves lead to, are one. Everything that has been decided is written to a journal at
//! once, so that a proof that was broken off goes on where it was.

mod journal;
mod tree;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

pub use journal::JournalError;
use journal::{Journal, Record};
use tree::{Leaf, Tree};

use crate::game::{Actor, Effort, Evaluator, Finding, Player, Position, Solver};

/// What a proof needs.
pub struct Means<'a, P: Position> {
    /// Decides the positions at the ends of the tree.
    pub solver: &'a dyn Solver<P>,
    /// Has an opinion of all others.
    pub evaluator: &'a dyn Evaluator<P>,
    /// The points that make the odds of a win greater by a factor of e.
    pub scale: f64,
    /// A position is given to the solver if that is expected to take no longer than this.
    pub patience: Duration,
    /// How many threads work at it, at least 1.
    pub threads: usize,
}

/// How far a proof has come.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Positions in the tree.
    pub positions: usize,
    /// Positions that the solver has decided.
    pub decided: u64,
    /// Positions that the solver has visited.
    pub nodes: u64,
    /// The work that seems to be left to prove that the first player wins, and that he does not, in seconds.
    pub left: [f64; 2],
}

/// A proof that is being made.
pub struct Proving<'a, P: Position> {
    start: P,
    means: Means<'a, P>,
    work: Mutex<Work>,
    /// Somebody has come back with something.
    news: Condvar,
    decided: AtomicU64,
    nodes: AtomicU64,
}

struct Work {
    tree: Tree,
    /// What the threads are at.
    busy: HashSet<u64>,
    journal: Option<Journal>,
    failed: Option<JournalError>,
}

impl<'a, P: Position> Proving<'a, P> {
    /// Begins a proof, or goes on with that of a journal.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read or written, or belongs to another position.
    pub fn new(
        start: P,
        means: Means<'a, P>,
        journal: Option<&Path>,
    ) -> Result<Self, JournalError> {
        let mut tree = Tree::default();
        let journal = match journal {
            None => None,
            Some(path) => {
                let (journal, records) = Journal::open(path, &start.format())?;
                records.into_iter().for_each(|record| tree.decide(record));
                Some(journal)
            }
        };
        let work = Work { tree, busy: HashSet::new(), journal, failed: None };
        Ok(Self {
            start,
            means,
            work: Mutex::new(work),
            news: Condvar::new(),
            decided: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
        })
    }

    /// Goes on until it is known whether the first player wins, or until `must_end` says so.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub fn run(&self, must_end: &(dyn Fn() -> bool + Sync)) -> Result<Option<bool>, JournalError> {
        std::thread::scope(|scope| {
            for _ in 1..self.means.threads.max(1) {
                scope.spawn(|| self.work(must_end));
            }
            self.work(must_end);
        });
        let mut work = self.lock();
        match work.failed.take() {
            Some(error) => Err(error),
            None => Ok(work.tree.answer(&self.start)),
        }
    }

    /// How far it has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let work = self.lock();
        Progress {
            positions: work.tree.len(),
            decided: self.decided.load(Relaxed),
            nodes: self.nodes.load(Relaxed),
            left: work.tree.left(&self.start, &self.means),
        }
    }

    /// What is known of each move from a position of the tree: the first player wins, or he does not.
    #[must_use]
    pub fn moves(&self, position: &P) -> Vec<(P::Move, Option<bool>)> {
        let work = self.lock();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let known = |m: P::Move| {
            let mut after = position.clone();
            after.make(m);
            (m, work.tree.answer(&after))
        };
        moves.into_iter().map(known).collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What each thread does.
    fn work(&self, must_end: &(dyn Fn() -> bool + Sync)) {
        let mut work = self.lock();
        while work.failed.is_none() && !must_end() && work.tree.answer(&self.start).is_none() {
            let Work { tree, busy, .. } = &mut *work;
            let Some(leaf) = tree.descend(&self.start, &self.means, busy) else {
                // All there is to do is being done.
                let (lock, _) = self
                    .news
                    .wait_timeout(work, Duration::from_millis(50))
                    .unwrap_or_else(PoisonError::into_inner);
                work = lock;
                continue;
            };
            let Leaf { position, path } = leaf;
            if tree.answer(&position).is_some() {
                // Another path has decided it; this one does not know yet.
                tree.update(&self.start, &path, &self.means, busy);
                continue;
            }
            if self.means.solver.estimate(&position) > self.means.patience {
                tree.expand(&self.start, &path, &self.means, busy);
                continue;
            }
            let key = position.canonical().0;
            busy.insert(key);
            tree.update(&self.start, &path, &self.means, busy);
            drop(work);
            let must_end = |_| must_end();
            let effort = Effort { must_end: &must_end, ..Effort::UNLIMITED };
            let found = self.means.solver.solve(&position, &effort);
            self.nodes.fetch_add(found.nodes, Relaxed);
            work = self.lock();
            work.busy.remove(&key);
            if let Some(first_wins) = first_wins(&position, &found) {
                self.decided.fetch_add(1, Relaxed);
                work.decide(Record { key, first_wins });
            }
            let Work { tree, busy, .. } = &mut *work;
            tree.update(&self.start, &path, &self.means, busy);
            self.news.notify_all();
        }
        self.news.notify_all();
    }
}

impl Work {
    fn decide(&mut self, record: Record) {
        self.tree.decide(record);
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.write(record)
        {
            self.failed.get_or_insert(error);
        }
    }
}

/// Whether the first player wins a position, if what the solver has found says so.
fn first_wins<P: Position>(position: &P, found: &Finding<P::Move>) -> Option<bool> {
    // A draw is no win of the first player, whoever acts.
    let (yes, no) = if position.actor() == Actor::Player(Player::First) {
        (found.least > 0, found.most <= 0)
    } else {
        (found.most < 0, found.least >= 0)
    };
    (yes || no).then_some(yes)
}
