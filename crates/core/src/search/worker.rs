//! One thread of a search: its state, all of which is allocated before the search begins.

mod args;
mod chance;
mod child_probes;
mod entries;
mod expectation;
mod footing;
mod key;
mod moves;
mod node;
mod ordering;
mod pace;
mod prob_cut;
mod reductions;
mod variation;
mod visit;

pub(super) use args::NodeArgs;
pub(super) use footing::Footing;
pub(super) use key::Key;
pub(super) use moves::{Found, MoveList};
pub(super) use reductions::ALWAYS_SEEN;
pub(super) use variation::Variations;

use super::team::Team;
use super::{Control, MAX_PLY, Means, SearchTask, Techniques};
use crate::game::{Path, Position};
use crate::transposition::{Table, TableError};
use expectation::Branch;
use key::ChildProbe;
use ordering::MoveOrdering;
use pace::Pace;
use reductions::Reductions;

/// Bytes of the table for positions one ply above the horizon. It stays in the processor's cache.
const FRONTIER_BYTES: usize = 1 << 18;

/// Changes the keys of a full-width search that must not use what a selective one has stored.
const FULL_WIDTH: u64 = 0x6a09_e667_f3bc_c908;

/// One thread's search.
pub(super) struct Worker<'a, P: Position> {
    pub(super) means: Means<'a, P>,
    pub(super) control: &'a Control,
    /// The threads that search together, this one included. None if there is only one.
    pub(super) team: Option<&'a Team>,
    pub(super) position: P,
    pub(super) ordering: MoveOrdering,
    pub(super) variations: Variations<P::Move>,
    /// The moves of every node on the way to the current one, end to end.
    moves: Vec<P::Move>,
    /// The positions that these moves lead to, end to end, as far as their keys were computed.
    children: Vec<ChildProbe>,
    /// The outcomes of every chance node on the way to the current one, end to end.
    branches: Vec<Branch<P::Move>>,
    /// What has been found one ply above the horizon. There are many of these positions, they are
    /// soon forgotten, and the search of one takes less time than a look into the large table.
    frontier: Table,
    pub(super) techniques: Techniques,
    pub(super) nodes: u64,
    pace: Pace,
    /// The part of `nodes` that the team has been told of.
    counted: u64,
    pub(super) node_limit: u64,
    pub(super) deepest: usize,
    /// The number of evaluations that the values returned so far rest on. If the search of a node
    /// leaves this unchanged, no deeper search can change the value (or bound) that it returns.
    pub(super) heuristic_leaves: u64,
    pub(super) stopped: bool,
    pub(super) reductions: Reductions<'a>,
    /// Part of every key. Searches of the same positions that must not learn from each other have
    /// different ones.
    salt: u64,
    /// What the path before the root adds to the salt.
    past: u64,
    /// What all values rest on that were returned since this was last [`Footing::NOTHING`].
    footing: Footing,
    symmetric: bool,
}

impl<'a, P: Position> Worker<'a, P> {
    pub(super) fn new(
        means: Means<'a, P>,
        control: &'a Control,
        position: P,
        task: &SearchTask<P::Move>,
        team: Option<&'a Team>,
    ) -> Result<Self, TableError> {
        let past = position.path().map_or(0, Path::past);
        Ok(Self {
            reductions: Reductions::new(task.selectivity, means.evaluator.forecasts(&position)),
            salt: past,
            past,
            footing: Footing::NOTHING,
            symmetric: means.evaluator.is_symmetric(),
            means,
            control,
            team,
            position,
            ordering: MoveOrdering::new(P::MOVE_CODES, task.techniques),
            variations: Variations::new(),
            moves: Vec::with_capacity(MAX_PLY * 64),
            children: Vec::with_capacity(MAX_PLY * 64),
            branches: Vec::with_capacity(if P::HAS_CHANCE { MAX_PLY * 32 } else { 0 }),
            frontier: Table::with_bytes(FRONTIER_BYTES)?,
            techniques: task.techniques,
            nodes: 0,
            pace: Pace::new(),
            counted: 0,
            node_limit: task.limits.nodes.unwrap_or(u64::MAX),
            deepest: 0,
            heuristic_leaves: 0,
            stopped: false,
        })
    }

    /// Counts a position about to be visited. Returns true if the search must end instead.
    #[inline]
    fn out_of_budget(&mut self) -> bool {
        if self.nodes >= self.node_limit || (self.pace.is_due(self.nodes) && self.must_end()) {
            self.stopped = true;
            return true;
        }
        self.nodes += 1;
        false
    }

    /// Whether the search is over, or has to end.
    #[cold]
    fn must_end(&mut self) -> bool {
        if !self.pace.look(self.nodes) {
            return false;
        }
        self.tell_nodes();
        if let Some(team) = self.team {
            team.wait();
        }
        self.is_over()
    }

    /// Tells the team of the positions visited since it was told last.
    pub(super) fn tell_nodes(&mut self) {
        if let Some(team) = self.team {
            team.count(self.nodes - self.counted);
            self.counted = self.nodes;
        }
    }

    /// Whether the whole search has reached its end, not only a part of it with a smaller
    /// `node_limit`.
    pub(super) fn is_over(&self) -> bool {
        let nodes = self.all_nodes();
        self.control.poll(nodes) || nodes >= self.node_limit || self.team.is_some_and(Team::is_over)
    }

    /// Positions visited so far, by all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        self.team.map_or(self.nodes, |team| team.count(0) + self.nodes - self.counted)
    }

    /// The key of the current position.
    #[inline]
    pub(super) fn key(&self) -> Key {
        let (key, symmetry) = self.position.table_key(self.symmetric);
        Key { key: key ^ self.salt, symmetry }
    }

    /// Searches with full width from here on, and ignores what a selective search has left in the
    /// table. [`reduce_again`](Self::reduce_again) with the reductions returned here ends that.
    pub(super) fn look_at_everything(&mut self) -> Reductions<'a> {
        self.salt = self.past ^ FULL_WIDTH;
        self.reduce_nothing()
    }

    /// Searches with full width from here on, with the help of what is in the table.
    /// [`reduce_again`](Self::reduce_again) with the reductions returned here ends that.
    pub(super) fn reduce_nothing(&mut self) -> Reductions<'a> {
        std::mem::replace(&mut self.reductions, Reductions::none())
    }

    /// Searches selectively again.
    pub(super) fn reduce_again(&mut self, reductions: Reductions<'a>) {
        self.salt = self.past;
        self.reductions = reductions;
    }
}
