//! Stonehenge solved: who wins any position, by a search that knows nothing but this game.

mod best_first;
mod ending;
mod glance;
mod key;
mod lanes;
mod level;
mod order;
mod proof;
mod root;
mod search;
mod state;
mod store;
mod tables;
mod technique;
mod visit;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use best_first::Tree;
use root::{Answer, Root};
use search::Search;
use state::State;
use store::Store;
pub use technique::Technique;

use super::moves::Move;
use super::position::Position;
use crate::game::value::PROVEN_WIN;
use crate::game::{Effort, Finding};
use crate::solvers::techniques::{All, AllBut, Techniques};
use crate::solvers::watch::Watch;
use crate::sys::processor::run;

/// Bytes of memory for positions with few empty cells: it stays in a cache of the processor that is
/// fast.
const NEAR: usize = 1 << 18;

/// The stack of a thread.
const STACK: usize = 4 << 20;

/// Solves positions. What it has learnt helps it with the next one.
pub struct Solver {
    /// One for each thread that has been at work at the same time.
    near: Mutex<Vec<Store>>,
    far: Store,
    without: Option<Technique>,
}

impl Solver {
    /// A solver with so many bytes of memory; none if there is no such memory.
    #[must_use]
    pub fn new(bytes: usize) -> Option<Self> {
        let near = Mutex::new(vec![Store::new(NEAR)?]);
        Some(Self { near, far: Store::new(bytes)?, without: None })
    }

    /// The same solver without one of its techniques. It finds the same winners.
    #[must_use]
    pub fn without(self, technique: Technique) -> Self {
        Self { without: Some(technique), ..self }
    }

    fn nears(&self) -> MutexGuard<'_, Vec<Store>> {
        self.near.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Memory that no other thread uses; none if there is none.
    fn near(&self) -> Option<Store> {
        self.nears().pop().or_else(|| Store::new(NEAR))
    }

    fn solve_with<T: Techniques<Technique>>(
        &self,
        techniques: T,
        position: &Position,
        effort: &Effort<'_>,
    ) -> Finding<Move> {
        let watch = Watch::new(effort);
        let state = State::of(position);
        let nears: Vec<_> = (0..effort.threads.max(1)).map_while(|_| self.near()).collect();
        let tree = Tree::new(state, nears.len());
        let mut searches: Vec<_> =
            nears.iter().map(|near| Search::new(near, &self.far, &watch)).collect();
        let answer = watch.first_answer(STACK, &mut searches, |search| {
            run(Root { search, techniques, tree: &tree, state })
        });
        let nodes = watch.nodes() + searches.iter().map(Search::uncounted).sum::<u64>();
        drop(searches);
        self.nears().extend(nears);
        answer.map_or(Finding::nothing(nodes), |Answer { is_won, best }| {
            let value = if is_won { PROVEN_WIN } else { -PROVEN_WIN };
            Finding { least: value, most: value, keeps: Some(best), nodes }
        })
    }
}

impl crate::game::Solver<Position> for Solver {
    fn estimate(&self, position: &Position) -> Duration {
        let seconds = 0.02 * 5_f64.powi(6 - i32::from(position.ply()));
        Duration::from_secs_f64(seconds.min(1e9))
    }

    fn solve(&self, position: &Position, effort: &Effort<'_>) -> Finding<Move> {
        if position.winner().is_some() {
            return Finding::nothing(0);
        }
        match self.without {
            None => self.solve_with(All, position, effort),
            Some(technique) => self.solve_with(AllBut(technique), position, effort),
        }
    }

    fn tells_how_soon(&self) -> bool {
        false
    }

    fn forget(&mut self) {
        let near = self.near.get_mut().unwrap_or_else(PoisonError::into_inner);
        near.truncate(1);
        near.iter_mut().for_each(Store::clear);
        self.far.clear();
    }
}
