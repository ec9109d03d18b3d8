//! Long proofs: who wins from a position that is too hard for a game's own solver alone, and how to
//! show it to others.
//!
//! A tree is grown from the position, best first by proof numbers (L. V. Allis, M. van der Meulen
//! and H. J. van den Herik, "Proof-number search", 1994): where the least work seems to be left, a
//! position is either given to the game's solver, if that may be expected to decide it soon, or its
//! moves are added to the tree. Positions that are images of each other, or that different moves
//! lead to, are one. Everything that has been decided is written to a journal at once, so that a
//! proof that was broken off goes on where it was.
//!
//! What comes of it can be written down as a [`Proof`]: a move for each position that the one who
//! proves can be brought to, for so many plies. [`CheckOrder`] checks one by the rules of the game
//! alone.

mod book_moves;
mod check;
mod extract;
mod journal;
mod order;
mod plain;
mod playouts;
pub(crate) mod proof;
mod reader;
mod tree;
mod walk;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub use book_moves::LessonOrder;
pub use check::{CheckOrder, Checked, Flaw};
pub use extract::Written;
pub use journal::JournalError;
use journal::{Journal, Record};
pub use order::{News, Order, ProveError, Proven, Standing};
pub use proof::{Claim, Proof, ProofError};
use tree::{Leaf, Tree};

use crate::game::{Actor, Effort, Evaluator, Finding, Player, Position, Solver};

/// How often those who wait for long work are told how far it is.
const TICK: Duration = Duration::from_millis(100);

/// No line is followed further than this, in plies.
const LONGEST: usize = 512;

/// Asked again and again whether work must end now.
pub type MustEnd<'a> = &'a (dyn Fn() -> bool + Sync);

/// What a proof needs.
pub struct Means<'a, P: Position> {
    /// Decides the positions at the ends of the tree.
    pub solver: &'a dyn Solver<P>,
    /// Has an opinion of all others.
    pub evaluator: &'a dyn Evaluator<P>,
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
    /// Positions from which games have been played to find out where to begin.
    pub weighed: u64,
    /// The work that seems to be left to prove that the first player wins, and that he does not, in
    /// seconds.
    pub left: [f64; 2],
}

/// A position that the solver has decided.
#[derive(Clone, Debug)]
pub struct Decided<M> {
    /// The moves that lead to it.
    pub moves: Vec<M>,
    /// Whether the first player wins.
    pub first_wins: bool,
    /// A move that shows it, if the player who acts has one.
    pub best: Option<M>,
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// A proof that is being made.
pub struct Proving<'a, P: Position> {
    start: P,
    means: Means<'a, P>,
    work: Mutex<Work<P>>,
    /// Somebody has come back with something.
    news: Condvar,
    decided: AtomicU64,
    nodes: AtomicU64,
    weighed: AtomicU64,
}

struct Work<P: Position> {
    tree: Tree,
    /// What the threads are at.
    busy: HashSet<u64>,
    journal: Option<Journal>,
    failed: Option<JournalError>,
    /// What has been decided since somebody asked.
    told: Vec<Decided<P::Move>>,
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
        let work = Work { tree, busy: HashSet::new(), journal, failed: None, told: Vec::new() };
        Ok(Self {
            start,
            means,
            work: Mutex::new(work),
            news: Condvar::new(),
            decided: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            weighed: AtomicU64::new(0),
        })
    }

    /// Takes for granted what a proof about a position of this game shows: nothing of it is asked
    /// of the solver again.
    ///
    /// # Errors
    ///
    /// If there is something wrong with the proof. What it claims of the positions at its end is
    /// not looked into.
    pub fn learn(&self, proof: &Proof) -> Result<(), Flaw> {
        let mut records = Vec::new();
        let first_wins = proof.claim.first_wins;
        reader::read(&self.start, proof, &mut |position, m| {
            records.push(record(position, first_wins, Some(m)));
        })?;
        let mut work = self.lock();
        records.into_iter().for_each(|record| work.tree.decide(record));
        Ok(())
    }

    /// Goes on until it is known whether the first player wins a position, the start or one that
    /// moves lead to from there, or until `must_end` says so. Tells again and again how far it is,
    /// and once more at the end.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub fn run(
        &self,
        position: &P,
        must_end: MustEnd<'_>,
        tell: &mut dyn FnMut(&Self),
    ) -> Result<Option<bool>, JournalError> {
        self.in_threads(|| self.work(position, must_end), tell);
        // What came last.
        tell(self);
        let mut work = self.lock();
        match work.failed.take() {
            Some(error) => Err(error),
            None => Ok(work.tree.answer(position)),
        }
    }

    /// How far it has come with a position.
    #[must_use]
    pub fn progress(&self, position: &P) -> Progress {
        let work = self.lock();
        Progress {
            positions: work.tree.len(),
            decided: self.decided.load(Relaxed),
            nodes: self.nodes.load(Relaxed),
            weighed: self.weighed.load(Relaxed),
            left: work.tree.left(position, &self.means),
        }
    }

    /// What is known of each move from a position of the tree: the first player wins, or he does
    /// not. Of moves that lead to images of one position only the first is told.
    #[must_use]
    pub fn moves(&self, position: &P) -> Vec<(P::Move, Option<bool>)> {
        let work = self.lock();
        let mut moves = Vec::new();
        if position.outcome().is_none() {
            position.moves(&mut moves);
        }
        let mut seen = HashSet::new();
        let known = |m: P::Move| {
            let mut after = position.clone();
            after.make(m);
            seen.insert(after.canonical().0).then(|| (m, work.tree.answer(&after)))
        };
        moves.into_iter().filter_map(known).collect()
    }

    /// Finds out by games what is to be expected of each move from a position, where that is worth
    /// the work.
    pub fn weigh(&self, position: &P, must_end: MustEnd<'_>) {
        let opinions = self.opinions(position, must_end);
        self.lock().tree.weigh(opinions);
    }

    /// Of the moves from a position of which it is not known who wins, the one of which it seems to
    /// take the least work to find out.
    #[must_use]
    pub fn easiest(&self, position: &P) -> Option<P::Move> {
        let open = self.moves(position).into_iter().filter(|(_, known)| known.is_none());
        let left = |m: P::Move| {
            let mut after = position.clone();
            after.make(m);
            let replies = self.moves(&after).len();
            self.lock().tree.least(&after, replies, &self.means)
        };
        open.map(|(m, _)| (m, left(m))).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(m, _)| m)
    }

    /// A move that shows that the player who acts in a position has what he wants, if one is known.
    #[must_use]
    pub fn choice(&self, position: &P) -> Option<P::Move> {
        self.lock().tree.choice(position)
    }

    /// What has been decided since this was asked last.
    #[must_use]
    pub fn take_decided(&self) -> Vec<Decided<P::Move>> {
        std::mem::take(&mut self.lock().told)
    }

    fn lock(&self) -> MutexGuard<'_, Work<P>> {
        lock(&self.work)
    }

    /// Has all threads do something, and tells meanwhile how far it is.
    fn in_threads(&self, work: impl Fn() + Sync, tell: &mut dyn FnMut(&Self)) {
        in_threads(self.means.threads, work, &mut || tell(self));
    }

    /// What each thread does.
    fn work(&self, start: &P, must_end: MustEnd<'_>) {
        let mut work = self.lock();
        while work.failed.is_none() && !must_end() && work.tree.answer(start).is_none() {
            let Work { tree, busy, .. } = &mut *work;
            let Some(leaf) = tree.descend(start, &self.means, busy) else {
                // All there is to do is being done.
                let (lock, _) =
                    self.news.wait_timeout(work, TICK).unwrap_or_else(PoisonError::into_inner);
                work = lock;
                continue;
            };
            let Leaf { position, path } = leaf;
            if tree.answer(&position).is_some() {
                // Another path has decided it; this one does not know yet.
                tree.update(start, &path, &self.means, busy);
                continue;
            }
            let key = position.canonical().0;
            busy.insert(key);
            tree.update(start, &path, &self.means, busy);
            drop(work);
            let is_hard = self.means.solver.estimate(&position) > self.means.patience;
            let (mut decided, mut opinions) = (None, Vec::new());
            if is_hard {
                opinions = self.opinions(&position, must_end);
            } else {
                decided = self.decide(&position, path.clone(), must_end);
            }
            work = self.lock();
            work.busy.remove(&key);
            if let Some(decided) = decided {
                work.note(&position, decided);
            }
            let Work { tree, busy, .. } = &mut *work;
            if is_hard {
                tree.expand(&position, opinions, &self.means);
            }
            tree.update(start, &path, &self.means, busy);
            self.news.notify_all();
        }
        self.news.notify_all();
    }

    /// What is to be expected of the positions that the moves of one lead to: their keys with the
    /// logarithm of the odds that the first player wins, where it is worth the work.
    fn opinions(&self, position: &P, must_end: MustEnd<'_>) -> Vec<(u64, f64)> {
        let moves = self.moves(position).into_iter().filter(|(_, known)| known.is_none());
        let opinion = |(m, _)| {
            let mut after = position.clone();
            after.make(m);
            let key = after.canonical().0;
            if self.lock().tree.is_weighed(key) {
                return None;
            }
            let odds = playouts::odds(&after, &self.means, must_end)?;
            self.weighed.fetch_add(1, Relaxed);
            Some((key, odds))
        };
        moves.filter_map(opinion).collect()
    }

    /// Has the solver decide a position that these moves lead to; none if it had to end.
    fn decide(
        &self,
        position: &P,
        moves: Vec<P::Move>,
        must_end: MustEnd<'_>,
    ) -> Option<Decided<P::Move>> {
        let began = Instant::now();
        let counted = AtomicU64::new(0);
        let count = |nodes: u64| {
            // The threads of a solver need not tell in order.
            let before = counted.fetch_max(nodes, Relaxed);
            self.nodes.fetch_add(nodes.saturating_sub(before), Relaxed);
        };
        let must_end = |nodes| {
            count(nodes);
            must_end()
        };
        let effort = Effort { must_end: &must_end, ..Effort::UNLIMITED };
        let found = self.means.solver.solve(position, &effort);
        count(found.nodes);
        let first_wins = first_wins(position, &found)?;
        self.decided.fetch_add(1, Relaxed);
        let shows = first_wins == (position.actor() == Actor::Player(Player::First));
        let best = found.keeps.filter(|_| shows);
        Some(Decided { moves, first_wins, best, nodes: found.nodes, time: began.elapsed() })
    }
}

impl<P: Position> Work<P> {
    /// Takes in what has been decided of a position, and writes it down.
    fn note(&mut self, position: &P, decided: Decided<P::Move>) {
        let record = record(position, decided.first_wins, decided.best);
        self.tree.decide(record);
        self.told.push(decided);
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.write(record)
        {
            self.failed.get_or_insert(error);
        }
    }
}

/// What there is to write down of a position.
fn record<P: Position>(position: &P, first_wins: bool, best: Option<P::Move>) -> Record {
    let (key, symmetry) = position.canonical();
    let code = best.map(|m| position.map_code(position.code(m), symmetry));
    Record { key, first_wins, code }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has so many threads do something, and meanwhile does something else again and again.
fn in_threads(threads: usize, work: impl Fn() + Sync, meanwhile: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        let spawn = |_| std::thread::Builder::new().spawn_scoped(scope, &work).ok();
        // With fewer than were asked for it takes longer, no more.
        let threads: Vec<_> = (0..threads.max(1)).map_while(spawn).collect();
        if threads.is_empty() {
            work();
        }
        let mut pause = Duration::from_millis(1);
        while threads.iter().any(|thread| !thread.is_finished()) {
            std::thread::sleep(pause);
            pause = TICK.min(2 * pause);
            meanwhile();
        }
    });
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
