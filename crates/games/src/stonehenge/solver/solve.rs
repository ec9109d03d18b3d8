//! The solver as the engine knows it: its stores, its threads, and an estimate of how long a
//! position takes.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::super::moves::Move;
use super::super::position::StonehengePosition;
use super::best_first::BestFirstTree;
use super::memory::ProofStore;
use super::root::{Solution, solve_root};
use super::search::ThreadSearch;
use super::state::SolverState;
use super::technique::Technique;
use sarsen_core::game::value::PROVEN_WIN;
use sarsen_core::game::{Effort, Finding, Solver};
use sarsen_core::solvers::techniques::AllBut;
use sarsen_core::solvers::watch::Watch;

/// The bytes of a frontier store. It stays in a fast cache of the processor.
const FRONTIER: usize = 1 << 18;

/// The stack of a thread.
const STACK: usize = 4 << 20;

/// Solves positions. What it has learnt from one position helps with the next.
pub struct StonehengeSolver {
    /// The stores for positions with few empty cells, one for each thread. They stay here between
    /// calls.
    frontiers: Mutex<Vec<ProofStore>>,
    main: ProofStore,
    /// The bytes that the tree of a search may take.
    tree_bytes: usize,
    techniques: AllBut<Technique>,
}

impl StonehengeSolver {
    /// A solver with `bytes` bytes of memory: three quarters for proofs, the rest for the tree of
    /// positions with many empty cells. None if there is not enough memory.
    #[must_use]
    pub fn new(bytes: usize) -> Option<Self> {
        let frontiers = Mutex::new(vec![ProofStore::new(FRONTIER)?]);
        let tree_bytes = bytes / 4;
        let main = ProofStore::new(bytes - tree_bytes)?;
        Some(Self { frontiers, main, tree_bytes, techniques: AllBut(None) })
    }

    /// The same solver without one of its techniques. It finds the same winners.
    #[must_use]
    pub fn without(self, technique: Technique) -> Self {
        Self { techniques: AllBut(Some(technique)), ..self }
    }

    fn lock_frontiers(&self) -> MutexGuard<'_, Vec<ProofStore>> {
        self.frontiers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A frontier store that no other thread uses. None if there is not enough memory.
    fn frontier(&self) -> Option<ProofStore> {
        self.lock_frontiers().pop().or_else(|| ProofStore::new(FRONTIER))
    }
}

impl Solver<StonehengePosition> for StonehengeSolver {
    fn estimate(&self, position: &StonehengePosition) -> Duration {
        let seconds = 0.02 * 5_f64.powi(6 - i32::from(position.ply()));
        Duration::from_secs_f64(seconds.min(1e9))
    }

    fn solve(&self, position: &StonehengePosition, effort: &Effort<'_>) -> Finding<Move> {
        if position.winner().is_some() {
            return Finding::nothing(0);
        }
        let watch = Watch::new(effort);
        let state = SolverState::of(position);
        let frontiers: Vec<_> = (0..effort.threads.max(1)).map_while(|_| self.frontier()).collect();
        let tree = BestFirstTree::new(state, frontiers.len(), self.tree_bytes);
        let mut searches: Vec<_> = frontiers
            .iter()
            .map(|frontier| ThreadSearch::new(frontier, &self.main, &watch))
            .collect();
        let solution = watch.first_answer(STACK, &mut searches, |search| {
            solve_root(search, self.techniques, &tree, &state)
        });
        let nodes = watch.nodes() + searches.iter().map(ThreadSearch::uncounted).sum::<u64>();
        drop(searches);
        self.lock_frontiers().extend(frontiers);
        solution.map_or(Finding::nothing(nodes), |Solution { is_won, best }| {
            let value = if is_won { PROVEN_WIN } else { -PROVEN_WIN };
            Finding { least: value, most: value, keeps: Some(best), nodes }
        })
    }

    fn tells_only_winner(&self) -> bool {
        true
    }

    fn forget(&mut self) {
        let frontiers = self.frontiers.get_mut().unwrap_or_else(PoisonError::into_inner);
        frontiers.truncate(1);
        frontiers.iter_mut().for_each(ProofStore::clear);
        self.main.clear();
    }
}
