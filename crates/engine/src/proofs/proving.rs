//! The search for a proof: several threads grow one tree and write each result to the journal.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::flaw::Flaw;
use super::journal::{Journal, JournalError, JournalRecord};
use super::means::{MustEnd, ProofMeans, first_wins};
use super::playouts;
use super::proof::Proof;
use super::reader;
use super::tree::{Leaf, ProofTree};
use sarsen_core::game::{Actor, Effort, Player, Written};
use sarsen_core::sys::threads::ThreadKind;

/// The longest time that a thread without work sleeps before it looks again.
const NAP: Duration = Duration::from_millis(100);

/// How far a proof has come.
#[derive(Clone, Debug)]
pub struct ProofProgress {
    /// Positions in the tree.
    pub positions: usize,
    /// Positions that the solver has decided.
    pub decided: u64,
    /// Positions that the solver has visited.
    pub nodes: u64,
    /// Positions estimated by playouts, which show where to begin.
    pub estimated: u64,
    /// The seconds of work that seem to be left: first to prove that the first player wins, then to
    /// prove that the first player does not win.
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

/// A proof in the making.
pub struct Proving<'a, P: Written> {
    pub(super) start: P,
    means: ProofMeans<'a, P>,
    state: Mutex<ProofState<P>>,
    /// Signals that a thread has brought a result.
    changed: Condvar,
    decided: AtomicU64,
    nodes: AtomicU64,
    estimated: AtomicU64,
}

/// What the threads of a proof share under the lock.
pub(super) struct ProofState<P: Written> {
    pub(super) tree: ProofTree,
    /// Keys of the positions that threads are searching.
    in_flight: HashSet<u64>,
    journal: Option<Journal>,
    pub(super) failed: Option<JournalError>,
    /// What has been decided since [`Proving::take_decided`] was called last.
    pub(super) untold: Vec<Decided<P::Move>>,
}

impl<'a, P: Written> Proving<'a, P> {
    /// Begins a proof, or continues the proof of a journal.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read or written, or belongs to another position.
    pub fn new(
        start: P,
        means: ProofMeans<'a, P>,
        journal: Option<&Path>,
    ) -> Result<Self, JournalError> {
        let mut tree = ProofTree::default();
        let journal = match journal {
            None => None,
            Some(path) => {
                let (journal, records) = Journal::open(path, &start.format())?;
                records.into_iter().for_each(|record| tree.decide(record));
                Some(journal)
            }
        };
        let (in_flight, untold) = (HashSet::new(), Vec::new());
        let state = ProofState { tree, in_flight, journal, failed: None, untold };
        Ok(Self {
            start,
            means,
            state: Mutex::new(state),
            changed: Condvar::new(),
            decided: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            estimated: AtomicU64::new(0),
        })
    }

    /// Believes a proof about a position of this game. The solver is not asked again about anything
    /// that the proof shows.
    ///
    /// # Errors
    ///
    /// If there is something wrong with the proof. This does not check the claim for the positions
    /// at the end.
    pub fn learn(&self, proof: &Proof) -> Result<(), Flaw> {
        let mut records = Vec::new();
        let first_wins = proof.claim.first_wins;
        reader::read(&self.start, proof, &mut |position, m| {
            records.push(record(position, first_wins, Some(m)));
        })?;
        let mut state = self.lock();
        records.into_iter().for_each(|record| state.tree.decide(record));
        Ok(())
    }

    /// Works until it is known whether the first player wins a position, or until `must_end` says
    /// so. The position is the start, or moves from the start lead to it. Calls `tell` again and
    /// again, and once more at the end.
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
        // The last results came after the last call.
        tell(self);
        let mut state = self.lock();
        match state.failed.take() {
            Some(error) => Err(error),
            None => Ok(state.tree.answer(position)),
        }
    }

    /// How far the proof has come with a position.
    #[must_use]
    pub fn progress(&self, position: &P) -> ProofProgress {
        let state = self.lock();
        ProofProgress {
            positions: state.tree.len(),
            decided: self.decided.load(Relaxed),
            nodes: self.nodes.load(Relaxed),
            estimated: self.estimated.load(Relaxed),
            left: state.tree.left(position, &self.means),
        }
    }

    /// For each move from a position of the tree, whether the first player wins after it, if that
    /// is known. If several moves lead to images of one position, only the first of them is listed.
    #[must_use]
    pub fn moves(&self, position: &P) -> Vec<(P::Move, Option<bool>)> {
        let state = self.lock();
        let moves = position.legal_moves();
        let mut seen = HashSet::new();
        let known = |m: P::Move| {
            let mut after = position.clone();
            after.make(m);
            seen.insert(after.canonical().0).then(|| (m, state.tree.answer(&after)))
        };
        moves.into_iter().filter_map(known).collect()
    }

    /// Estimates the positions one move ahead by playouts, if that is worth the work.
    pub fn estimate_by_playouts(&self, position: &P, must_end: MustEnd<'_>) {
        let odds = self.playout_odds(position, must_end);
        self.lock().tree.note_odds(odds);
    }

    /// Of the moves from a position that are still undecided, the one that seems to need the least
    /// work.
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

    /// A move with which the player who acts in a position gets the wanted result, if one is known.
    #[must_use]
    pub fn choice(&self, position: &P) -> Option<P::Move> {
        self.lock().tree.choice(position)
    }

    /// What has been decided since this was called last.
    #[must_use]
    pub fn take_decided(&self) -> Vec<Decided<P::Move>> {
        std::mem::take(&mut self.lock().untold)
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, ProofState<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets all threads do some work, and calls `tell` meanwhile.
    pub(super) fn in_threads(&self, work: impl Fn() + Sync, tell: &mut dyn FnMut(&Self)) {
        let threads = self.means.threads.max(1);
        ThreadKind::named("prover").watch(threads, work, &mut || tell(self));
    }

    /// What each thread does.
    fn work(&self, start: &P, must_end: MustEnd<'_>) {
        let mut state = self.lock();
        while state.failed.is_none() && !must_end() && state.tree.answer(start).is_none() {
            let ProofState { tree, in_flight, .. } = &mut *state;
            let Some(leaf) = tree.descend(start, &self.means, in_flight) else {
                // Other threads are already searching the position where this one would go.
                let (lock, _) =
                    self.changed.wait_timeout(state, NAP).unwrap_or_else(PoisonError::into_inner);
                state = lock;
                continue;
            };
            if tree.answer(&leaf.position).is_some() {
                // Another path has decided it, and this path does not know yet.
                tree.update(start, &leaf.path, &self.means, in_flight);
                continue;
            }
            let key = leaf.position.canonical().0;
            in_flight.insert(key);
            tree.update(start, &leaf.path, &self.means, in_flight);
            drop(state);
            let found = self.look_into(&leaf, must_end);
            state = self.lock();
            state.in_flight.remove(&key);
            state.take_in(start, &leaf, found, &self.means);
            self.changed.notify_all();
        }
        self.changed.notify_all();
    }

    /// Has the solver decide an end of the tree or, if that would take too long, estimates its
    /// moves.
    fn look_into(&self, leaf: &Leaf<P>, must_end: MustEnd<'_>) -> LeafResult<P::Move> {
        if self.means.solver.estimate(&leaf.position) > self.means.patience {
            return LeafResult::TooHard(self.playout_odds(&leaf.position, must_end));
        }
        match self.decide(&leaf.position, leaf.path.clone(), must_end) {
            Some(decided) => LeafResult::Decided(decided),
            None => LeafResult::Interrupted,
        }
    }

    /// Estimates by playouts of the undecided positions one move ahead that are worth the work: the
    /// key of each, and the logarithm of the odds that the first player wins.
    fn playout_odds(&self, position: &P, must_end: MustEnd<'_>) -> Vec<(u64, f64)> {
        let moves = self.moves(position).into_iter().filter(|(_, known)| known.is_none());
        let odds_after = |(m, _)| {
            let mut after = position.clone();
            after.make(m);
            let key = after.canonical().0;
            if self.lock().tree.has_odds(key) {
                return None;
            }
            let odds = playouts::odds(&after, &self.means, must_end)?;
            self.estimated.fetch_add(1, Relaxed);
            Some((key, odds))
        };
        moves.filter_map(odds_after).collect()
    }

    /// Has the solver decide a position to which these moves lead. `None` if it had to end.
    pub(super) fn decide(
        &self,
        position: &P,
        moves: Vec<P::Move>,
        must_end: MustEnd<'_>,
    ) -> Option<Decided<P::Move>> {
        let began = Instant::now();
        let counted = AtomicU64::new(0);
        let count = |nodes: u64| {
            // The threads of a solver may report out of order.
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

/// What a thread has found at an end of the tree.
enum LeafResult<M> {
    /// The solver has decided it.
    Decided(Decided<M>),
    /// It is too hard for the solver. The keys and odds are those of the positions one move ahead,
    /// estimated by playouts.
    TooHard(Vec<(u64, f64)>),
    /// The solver had to end.
    Interrupted,
}

impl<P: Written> ProofState<P> {
    /// Takes in what a thread has found at an end of the tree.
    fn take_in(
        &mut self,
        start: &P,
        leaf: &Leaf<P>,
        found: LeafResult<P::Move>,
        means: &ProofMeans<'_, P>,
    ) {
        match found {
            LeafResult::Decided(decided) => self.note(&leaf.position, decided),
            LeafResult::TooHard(odds) => self.tree.expand(&leaf.position, odds, means),
            LeafResult::Interrupted => {}
        }
        self.tree.update(start, &leaf.path, means, &self.in_flight);
    }

    /// Takes in a decided position, and writes it down.
    pub(super) fn note(&mut self, position: &P, decided: Decided<P::Move>) {
        let record = record(position, decided.first_wins, decided.best);
        self.tree.decide(record);
        self.untold.push(decided);
        if let Some(journal) = &mut self.journal
            && let Err(error) = journal.write(record)
        {
            self.failed.get_or_insert(error);
        }
    }
}

/// The record of a decided position.
fn record<P: Written>(position: &P, first_wins: bool, best: Option<P::Move>) -> JournalRecord {
    let (key, symmetry) = position.canonical();
    let code = best.map(|m| position.map_code(position.code(m), symmetry));
    JournalRecord { key, first_wins, code }
}
