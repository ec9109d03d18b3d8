//! A best-first search for positions with many empty cells: it goes where the least work seems
//! left.
//!
//! Each position of the tree has two numbers: the work that seems left to prove that the player to
//! move wins, and the work that seems left to prove that this player loses. A win needs only one
//! move, so its work is the least that any move takes. A loss needs all moves, so its work is their
//! sum (L. V. Allis, M. van der Meulen and H. J. van den Herik, "Proof-number search", 1994). The
//! work of a new position grows with the number of empty cells and shrinks with the odds of the
//! model. Positions with few empty cells go to the [recursion](super::visit). Several threads share
//! the tree. A position that one thread is searching seems harder to the other threads.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::board::LINES_OF;
use super::glance::{Glanced, glance};
use super::lanes::{ANY, Lanes, least};
use super::memory::{NO_MOVE, StoreKey, key, recall, remember};
use super::order::LineModel;
use super::proof::SlackProof;
use super::search::ThreadSearch;
use super::state::SolverState;
use super::tables::{code, parts};
use super::technique::Technique;
use super::visit::{self, candidates};
use sarsen_core::game::mix64;
use sarsen_core::solvers::techniques::AllBut;
use sarsen_core::sys::processor::{self, Computation, Processor};

/// Positions with at least this many empty cells have their moves in the tree.
const TREE_FROM: u32 = 11;

/// If the root has at least this many empty cells, positions with one empty cell less than
/// [`TREE_FROM`] have their moves in the tree, too.
const LARGE_ROOT: u32 = 15;

/// If the root has fewer empty cells than this, a tree is not worth its cost to one thread.
const ROOT_FROM: u32 = 14;

/// The same for several threads, which have no other way to share the work.
const SHARED_ROOT_FROM: u32 = 13;

/// The part of the logarithm of the odds that counts. A small part is best. It does little more
/// than settle ties.
const ODDS: f32 = 0.03;

/// With one more empty cell, a position takes this many times as much work.
const GROWTH: f32 = 5.0;

/// A position that another thread is searching seems to need this many times as much work.
const IN_FLIGHT: f32 = 8.0;

/// The size of the tree at its first sweep. A sweep removes positions to which no undecided
/// position leads.
const FIRST_SWEEP: usize = 1 << 16;

/// The bytes that a position of the tree takes on the average, with its moves and its number.
const NODE_BYTES: usize = 256;

/// A tree without room is swept again once so many of its ends were decided by the recursion.
const CRAMPED: usize = 64;

/// A tree has room for at least this many positions.
const LEAST_ROOM: usize = 1 << 12;

/// A position of the tree.
struct TreeNode {
    /// The work that seems left to prove that the player to move wins. 0 if the player wins,
    /// infinite if the player loses.
    win: f32,
    /// The work that seems left to prove that this player loses. 0 if the player loses, infinite if
    /// the player wins.
    loss: f32,
    /// The slack of the proof. If there is no proof yet, the slack of the proofs that have refuted
    /// moves.
    slack: Lanes,
    /// The moves that are not refuted, and the numbers of the positions to which they lead. Empty
    /// at the ends of the tree.
    moves: Vec<(u8, u32)>,
    /// Whether a thread is searching the position.
    is_in_flight: bool,
}

/// The tree, shared by all threads.
pub(super) struct BestFirstTree {
    inner: Mutex<Inner>,
    root: SolverState,
    /// Positions with at least this many empty cells have their moves in this tree.
    from: u32,
}

struct Inner {
    nodes: Vec<TreeNode>,
    /// The numbers of positions, by [`identity`].
    numbers: HashMap<(u64, u64), u32, BuildHasherDefault<Hashed>>,
    /// The tree is swept once it has this many positions.
    full: usize,
    /// The tree has room for about this many positions.
    room: usize,
    /// The ends that were decided by the recursion since the last sweep, for want of room.
    cramped: usize,
}

/// The positions from the root to another one.
type SolverPath = Vec<SolverState>;

impl BestFirstTree {
    /// A tree for this number of threads, which takes about this many bytes at most.
    pub(super) fn new(root: SolverState, threads: usize, bytes: usize) -> Self {
        let numbers = HashMap::from_iter([(identity(&root), 0)]);
        let nodes = vec![TreeNode::new(1.0, 1.0)];
        let room = (bytes / NODE_BYTES).max(LEAST_ROOM);
        let inner = Inner { nodes, numbers, full: FIRST_SWEEP.min(room), room, cramped: CRAMPED };
        let root_from = if threads > 1 { SHARED_ROOT_FROM } else { ROOT_FROM };
        let from = match root.count() {
            LARGE_ROOT.. => TREE_FROM - 1,
            cells if cells >= root_from => TREE_FROM,
            // No position: the tree is the root alone.
            cells => cells + 1,
        };
        Self { inner: Mutex::new(inner), root, from }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Grows the tree until the root is decided. None if the search has to stop before.
    pub(super) fn solve(
        &self,
        search: &mut ThreadSearch<'_>,
        techniques: AllBut<Technique>,
    ) -> Option<SlackProof> {
        let mut path = SolverPath::new();
        loop {
            let mut inner = self.lock();
            if let Some(proof) = inner.nodes[0].proof() {
                return Some(proof);
            }
            inner.sweep_if_full();
            let Some((number, state)) = inner.descend(self.root, &mut path) else {
                // Another thread is already searching the position where this one would go.
                drop(inner);
                if search.visit_ends() {
                    return None;
                }
                std::thread::yield_now();
                continue;
            };
            if inner.nodes[number as usize].proof().is_some() {
                // Another path has decided it, and this path does not know yet.
            } else if state.count() >= self.from && inner.nodes.len() < inner.room {
                if search.visit_ends() {
                    return None;
                }
                let (inner, search) = (&mut *inner, &*search);
                processor::run(Expand { inner, search, techniques, number, state });
            } else {
                // Without room for its moves, the recursion decides the position as a whole.
                inner.cramped += usize::from(state.count() >= self.from);
                inner.nodes[number as usize].is_in_flight = true;
                inner.update(search, techniques, &path);
                drop(inner);
                let proof = visit::solve(search, techniques, state);
                inner = self.lock();
                if search.stopped {
                    return None;
                }
                // Meanwhile a sweep may have removed the position or changed its number.
                if let Some(number) = inner.number(&state) {
                    let node = &mut inner.nodes[number];
                    node.is_in_flight = false;
                    node.decide(proof);
                }
            }
            inner.update(search, techniques, &path);
        }
    }
}

impl TreeNode {
    fn new(win: f32, loss: f32) -> Self {
        Self { win, loss, slack: ANY, moves: Vec::new(), is_in_flight: false }
    }

    fn decide(&mut self, proof: SlackProof) {
        (self.win, self.loss) =
            if proof.is_won { (0.0, f32::INFINITY) } else { (f32::INFINITY, 0.0) };
        self.slack = proof.slack;
        self.moves = Vec::new();
    }

    /// The proof, once it is known.
    fn proof(&self) -> Option<SlackProof> {
        let is_won = self.win == 0.0;
        (is_won || self.loss == 0.0).then_some(SlackProof { is_won, slack: self.slack })
    }

    /// The work as it seems to another thread.
    fn seen(&self) -> (f32, f32) {
        let more = if self.is_in_flight { IN_FLIGHT } else { 1.0 };
        (self.win * more, self.loss * more)
    }
}

impl Inner {
    fn number(&self, state: &SolverState) -> Option<usize> {
        self.numbers.get(&identity(state)).map(|&number| number as usize)
    }

    /// If the tree is full, removes all positions to which no undecided position leads. The stores
    /// keep what has been proven about them.
    fn sweep_if_full(&mut self) {
        // In a tree without room, sweeps are worth their time only if some work was done meanwhile.
        if self.nodes.len() < self.full || self.nodes.len() >= self.room && self.cramped < CRAMPED {
            return;
        }
        // The new number of each position, by the old one.
        let mut moved = vec![u32::MAX; self.nodes.len()];
        moved[0] = 0;
        let mut kept = vec![0_u32];
        let mut done = 0;
        while let Some(&number) = kept.get(done) {
            done += 1;
            for &(_, next) in &self.nodes[number as usize].moves {
                if moved[next as usize] == u32::MAX {
                    moved[next as usize] = kept.len() as u32;
                    kept.push(next);
                }
            }
        }
        let take = |&number: &u32| {
            let mut node =
                std::mem::replace(&mut self.nodes[number as usize], TreeNode::new(1.0, 1.0));
            node.moves.iter_mut().for_each(|(_, next)| *next = moved[*next as usize]);
            node
        };
        self.nodes = kept.iter().map(take).collect();
        self.numbers.retain(|_, number| {
            *number = moved[*number as usize];
            *number != u32::MAX
        });
        self.numbers.shrink_to_fit();
        self.full = FIRST_SWEEP.max(2 * self.nodes.len()).min(self.room);
        // After a sweep that removed much, the next one is due as soon as the tree is full.
        self.cramped = if self.nodes.len() > self.room / 4 * 3 { 0 } else { CRAMPED };
    }

    /// Descends to an end of the tree and notes the path. None if another thread is already there.
    fn descend(&self, root: SolverState, path: &mut SolverPath) -> Option<(u32, SolverState)> {
        path.clear();
        let (mut number, mut state) = (0, root);
        loop {
            path.push(state);
            let node = &self.nodes[number as usize];
            if node.moves.is_empty() {
                return (!node.is_in_flight).then_some((number, state));
            }
            let mut best = node.moves[0];
            let mut least = f32::INFINITY;
            for &(code, next) in &node.moves {
                let (_, loss) = self.nodes[next as usize].seen();
                if loss < least {
                    (best, least) = ((code, next), loss);
                }
            }
            let (cell, piece) = parts(best.0);
            (number, state) = (best.1, state.after(cell, piece));
        }
    }

    /// Adds the moves at an end of the tree.
    #[inline(always)]
    fn expand(
        &mut self,
        search: &ThreadSearch<'_>,
        techniques: AllBut<Technique>,
        number: u32,
        state: &SolverState,
    ) {
        let seen = match glance(state, techniques) {
            Glanced::Decided(proof) => return self.nodes[number as usize].decide(proof),
            Glanced::Open(seen) => seen,
        };
        let mut model = LineModel::new();
        model.learn(state, &seen);
        let mut moves = Vec::new();
        candidates(techniques, state, &seen, |cell, piece, _| moves.push((code(cell, piece), 0)));
        // First prefetch the entries of all new positions.
        let mut new = Vec::with_capacity(moves.len());
        for (at, (code, next)) in moves.iter_mut().enumerate() {
            let (cell, piece) = parts(*code);
            let after = state.after(cell, piece);
            let identity = identity(&after);
            if let Some(&number) = self.numbers.get(&identity) {
                *next = number;
                continue;
            }
            let odds = LineModel::odds(model.points(LINES_OF[cell], piece.into()), seen.ahead());
            let glance = glance(&after, techniques);
            let key = match &glance {
                Glanced::Decided(_) => None,
                Glanced::Open(seen) => Some(key(&after, seen, techniques)),
            };
            if let Some(key) = key {
                search.store(after.count()).prefetch(key.hash);
            }
            new.push(NewPosition { at, state: after, identity, odds, glance, key });
        }
        for new in new {
            moves[new.at].1 = self.enter(search, &new);
        }
        let node = &mut self.nodes[number as usize];
        (node.moves, node.slack) = (moves, seen.slack);
    }

    /// Adds a position to the tree. Returns its number.
    #[inline(always)]
    fn enter(&mut self, search: &ThreadSearch<'_>, new: &NewPosition) -> u32 {
        let work = GROWTH.powi(new.state.count() as i32 - TREE_FROM as i32);
        let odds = new.odds * ODDS;
        let mut node = TreeNode::new(work * odds.exp(), work * (-odds).exp());
        let known = match (&new.glance, new.key) {
            (Glanced::Open(seen), Some(key)) => {
                let store = search.store(new.state.count());
                recall(store, &new.state, seen, key, &mut NO_MOVE.clone())
            }
            (Glanced::Decided(proof), _) => Some(*proof),
            (Glanced::Open(_), None) => None,
        };
        if let Some(proof) = known {
            node.decide(proof);
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.numbers.insert(new.identity, number);
        number
    }

    /// Brings the positions of a path up to date, from its end to the root.
    fn update(
        &mut self,
        search: &ThreadSearch<'_>,
        techniques: AllBut<Technique>,
        path: &[SolverState],
    ) {
        for state in path.iter().rev() {
            let Some(number) = self.number(state) else { continue };
            let node = &mut self.nodes[number];
            if node.moves.is_empty() {
                continue;
            }
            let (mut moves, mut slack) = (std::mem::take(&mut node.moves), node.slack);
            let (mut win, mut loss) = (f32::INFINITY, 0.0);
            let mut winner = None;
            moves.retain(|&(code, next)| {
                let next = &self.nodes[next as usize];
                match next.proof() {
                    Some(SlackProof { is_won: true, slack: refuted }) => {
                        slack = least(slack, refuted);
                        return false;
                    }
                    Some(proof) => winner = Some((code, proof.slack)),
                    None => {
                        let (next_win, next_loss) = next.seen();
                        win = next_loss.min(win);
                        loss += next_win;
                    }
                }
                true
            });
            let decided = match winner {
                Some((code, slack)) => Some((SlackProof { is_won: true, slack }, code)),
                None if moves.is_empty() => Some((SlackProof { is_won: false, slack }, NO_MOVE)),
                None => None,
            };
            let node = &mut self.nodes[number];
            if let Some((proof, code)) = decided
                && let Glanced::Open(seen) = glance(state, techniques)
            {
                let proof = seen.with_owned(proof);
                node.decide(proof);
                let store = search.store(state.count());
                // The proof took long. A large number of nodes makes the store keep it.
                let nodes = 1 << 20;
                remember(store, state, &seen, key(state, &seen, techniques), proof, code, nodes);
            } else {
                (node.win, node.loss, node.moves, node.slack) = (win, loss, moves, slack);
            }
        }
    }
}

/// A position to add to the tree.
struct NewPosition {
    /// The index of the move that leads to it.
    at: usize,
    state: SolverState,
    identity: (u64, u64),
    /// The logarithm of the odds that the other player wins.
    odds: f32,
    glance: Glanced,
    key: Option<StoreKey>,
}

/// The task to add the moves at an end of the tree.
struct Expand<'t, 's> {
    inner: &'t mut Inner,
    search: &'t ThreadSearch<'s>,
    techniques: AllBut<Technique>,
    number: u32,
    state: SolverState,
}

impl Computation for Expand<'_, '_> {
    type Found = ();

    #[inline(always)]
    fn run<P: Processor>(self, _: P) {
        self.inner.expand(self.search, self.techniques, self.number, &self.state);
    }
}

/// A hasher for numbers that are hashes already.
#[derive(Clone, Copy, Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only numbers are hashed");
    }

    fn write_u64(&mut self, number: u64) {
        self.0 ^= number;
    }
}

/// Two hashes that identify a position.
#[inline(always)]
fn identity(state: &SolverState) -> (u64, u64) {
    let leads = bytemuck::cast::<[i8; 16], [u64; 2]>(state.lead.to_array());
    let rest =
        u64::from(state.empty) << 16 | (state.own.index() * 256 + state.other.index()) as u64;
    (mix64(leads[0] ^ mix64(rest)), mix64(leads[1] ^ mix64(rest + 1)))
}

#[cfg(test)]
mod tests {
    use super::super::memory::ProofStore;
    use super::*;
    use crate::stonehenge::Stonehenge;
    use sarsen_core::game::{Effort, Game, Position, Written};
    use sarsen_core::solvers::watch::Watch;

    /// Whether the player to move wins, and the number of positions in the tree at the end.
    fn decide(state: SolverState, bytes: usize) -> (bool, usize) {
        let store = || ProofStore::new(1 << 22).unwrap();
        let (frontier, main) = (store(), store());
        let watch = Watch::new(&Effort::UNLIMITED);
        let mut search = ThreadSearch::new(&frontier, &main, &watch);
        let tree = BestFirstTree::new(state, 1, bytes);
        let proof = tree.solve(&mut search, AllBut(None)).unwrap();
        let count = tree.lock().nodes.len();
        (proof.is_won, count)
    }

    #[test]
    fn a_tree_without_room_stays_small_and_decides_the_same() {
        if crate::slow::is_left_out("a tree of Stonehenge without room") {
            return;
        }
        let mut position = Stonehenge.start();
        for text in ["3@1", "4@2", "2@18", "3@14"] {
            position.make(position.parse_move(text).unwrap());
        }
        let state = SolverState::of(&position);
        let ((is_won, many), (same, few)) = (decide(state, 1 << 26), decide(state, 0));
        assert_eq!(is_won, same);
        // The moves at one end more may be added.
        assert!(few < LEAST_ROOM + 14 * 8 && LEAST_ROOM < many, "{few} of {many}");
    }
}
