//! The solver as the engine knows it: its stores, and an estimate of how long a position takes.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::super::board::{Board, Drop};
use super::super::geometry::Geometry;
use super::super::setup::ConnectFour;
use super::super::word::BoardWord;
use super::dispatch::with_visitor;
use super::range::ScoreRange;
use super::root::{STACK, expected_nodes, needs_stack, solve_root};
use super::score::{score, value};
use super::search::ThreadSearch;
use super::shape::Shape;
use super::small_store::{SMALL, SmallStore};
use super::store::BoundStore;
use super::technique::Technique;
use sarsen_core::game::value::PROVEN_WIN;
use sarsen_core::game::{Aim, Effort, Finding, Position, Solver};
use sarsen_core::solvers::techniques::{AllBut, TechniqueSet};
use sarsen_core::solvers::watch::Watch;
use sarsen_core::sys::threads::ThreadKind;

/// The order of magnitude of the number of positions visited in a second.
const NODES_A_SECOND: f64 = 1.1e7;

/// The size of the medium store, in bytes. Most of it stays in a cache of the processor.
const MEDIUM: usize = 8 << 20;

/// The large store is used if a solution will probably visit more than this many positions for each
/// entry of the medium store. Up to there, quick memory is worth more than much memory.
const MEDIUM_WORK: f64 = 1024.0;

/// Solves positions of one board size. What it has learnt from one position helps with the next. Of
/// a position of another size it knows nothing.
pub struct ConnectFourSolver<W> {
    geometry: Geometry<W>,
    shape: Shape<W>,
    /// The store that a solution uses first. One call at a time has it.
    small: Mutex<SmallStore>,
    medium: SharedStore,
    /// The store for long solutions, if there is memory for more than the medium one.
    large: Option<SharedStore>,
    techniques: AllBut<Technique>,
}

/// A store that all calls share.
struct SharedStore {
    store: BoundStore,
    is_used: AtomicBool,
}

impl SharedStore {
    fn new(store: BoundStore) -> Self {
        Self { store, is_used: AtomicBool::new(false) }
    }

    fn forget(&mut self) {
        if std::mem::take(self.is_used.get_mut()) {
            self.store.clear();
        }
    }
}

impl<W: BoardWord> ConnectFourSolver<W> {
    /// A solver with `bytes` bytes of memory, rounded down to a power of two. None if there is not
    /// enough memory. It uses more than eight MiB only for positions that deserve it, because a
    /// fast cache is worth more than a large store.
    #[must_use]
    pub fn new(game: &ConnectFour<W>, bytes: usize) -> Option<Self> {
        let shape = Shape::new(game.geometry());
        let store = |bytes| BoundStore::new(bytes, W::scatter_bits(shape.key_bits));
        let (mut small, mut medium) = (store(SMALL.min(bytes / 8))?, store(MEDIUM.min(bytes))?);
        // This brings them into memory. Otherwise the first solution would take longer.
        small.clear();
        medium.clear();
        let small = SmallStore::new(small);
        let large = if bytes > MEDIUM { Some(SharedStore::new(store(bytes)?)) } else { None };
        Some(Self {
            geometry: game.geometry(),
            shape,
            small: Mutex::new(small),
            medium: SharedStore::new(medium),
            large,
            techniques: AllBut(None),
        })
    }

    /// The store for a solution that will probably visit this many positions.
    fn store_for(&self, nodes: f64) -> &SharedStore {
        let is_long = nodes > MEDIUM_WORK * self.medium.store.entries() as f64;
        self.large.as_ref().filter(|_| is_long).unwrap_or(&self.medium)
    }

    /// The same solver without one of its techniques. It finds the same scores.
    #[must_use]
    pub fn without(self, technique: Technique) -> Self {
        Self { techniques: AllBut(Some(technique)), ..self }
    }
}

impl<W: BoardWord> Solver<Board<W>> for ConnectFourSolver<W> {
    fn estimate(&self, board: &Board<W>) -> Duration {
        let nodes = expected_nodes(board.geometry(), board.plies_left());
        Duration::from_secs_f64((nodes / NODES_A_SECOND).min(1e9))
    }

    fn solve(&self, board: &Board<W>, effort: &Effort<'_>) -> Finding<Drop> {
        if board.outcome().is_some() || *board.geometry() != self.geometry {
            return Finding::nothing(0);
        }
        let watch = Watch::new(effort);
        let known = effort.known.map(|value| score(value, board.plies_left()));
        // While another call has the small store, this one works without it.
        let has_small = self.techniques.has(Technique::SmallStore);
        let small = if has_small { self.small.try_lock().ok() } else { None };
        let mut small = small.filter(|small| small.nodes > 0);
        let shared = self.store_for(expected_nodes(board.geometry(), board.plies_left()));
        let search = |_| ThreadSearch::new(&self.shape, &shared.store, &watch, self.techniques);
        let mut searches: Vec<_> = (0..effort.threads.max(1)).map(search).collect();
        if let Some(small) = &small {
            searches[0].begin_with(&small.store, small.nodes);
        }
        let mut solve = || {
            with_visitor(self.techniques, board.geometry().width(), |visitor| {
                solve_root(visitor, &mut searches, &watch, board, known)
            })
        };
        let (range, cell) = match needs_stack(board) {
            true => ThreadKind::named("solver").with_stack(STACK).alone(solve),
            false => solve(),
        };
        let nodes = watch.nodes() + searches.iter().map(ThreadSearch::uncounted).sum::<u64>();
        let left = searches[0].left_with_small();
        if left == 0 {
            shared.is_used.store(true, Relaxed);
        }
        drop(searches);
        if let Some(small) = &mut small {
            small.nodes = left;
        }
        let ScoreRange { least, most } = range;
        let empty = board.plies_left();
        let [least, most] = match effort.aim {
            Aim::Winner if !range.is_exact() && least > 0 => [PROVEN_WIN; 2],
            Aim::Winner if !range.is_exact() && most < 0 => [-PROVEN_WIN; 2],
            _ => [least, most].map(|score| value(score, empty)),
        };
        Finding { least, most, keeps: cell.map(|cell| Drop(cell.trailing_zeros() as u8)), nodes }
    }

    fn forget(&mut self) {
        self.small.get_mut().unwrap_or_else(PoisonError::into_inner).forget();
        self.medium.forget();
        self.large.iter_mut().for_each(SharedStore::forget);
    }
}
