//! The state of one search thread, all of it allocated before the search begins.

use super::child_probes::Child;
use super::ordering::Ordering;
use super::reductions::Reductions;
use super::team::Team;
use super::variation::Variations;
use super::{Control, Limits, MAX_PLY, Means, Techniques};
use crate::game::{IDENTITY, Position, Symmetry};
use crate::transposition::{Table, TableError};

/// Every search may visit so many positions before it looks at the clock, so that even one without
/// any time has an answer worth giving.
const GRACE: u64 = 256;

/// Bytes of the table for positions one ply above the horizon: it stays in the processor's cache.
const NEAR: usize = 1 << 18;

/// A table key with the symmetry that leads to the image it belongs to.
#[derive(Clone, Copy)]
pub(super) struct Key {
    pub(super) key: u64,
    pub(super) symmetry: Symmetry,
}

/// One thread's search.
pub(super) struct Worker<'a, P: Position> {
    pub(super) means: Means<'a, P>,
    pub(super) control: &'a Control,
    /// The threads that search with it, itself among them.
    pub(super) team: Option<&'a Team>,
    pub(super) position: P,
    pub(super) ordering: Ordering,
    pub(super) variations: Variations<P::Move>,
    /// The moves of every node on the way to the current one, end to end.
    pub(super) moves: Vec<P::Move>,
    /// The positions that they lead to, where these have been looked at, end to end.
    pub(super) children: Vec<Child>,
    /// What has been found one ply above the horizon. There are so many of these positions that
    /// each would wait longer for the memory of the large table than for its search, and they are
    /// soon forgotten.
    pub(super) near: Table,
    pub(super) techniques: Techniques,
    pub(super) nodes: u64,
    /// How many of them the team has been told of.
    counted: u64,
    pub(super) node_limit: u64,
    pub(super) deepest: usize,
    /// Opinions that the values returned so far rest on. A node whose search leaves this unchanged
    /// returns a value (or bound) that no deeper search can change.
    pub(super) opinions: u64,
    pub(super) stopped: bool,
    pub(super) reductions: Reductions,
    /// Tells searches of the same positions apart that must not learn from each other.
    pub(super) salt: u64,
    symmetric: bool,
}

impl<'a, P: Position> Worker<'a, P> {
    pub(super) fn new(
        means: Means<'a, P>,
        control: &'a Control,
        position: P,
        limits: &Limits<P::Move>,
        team: Option<&'a Team>,
    ) -> Result<Self, TableError> {
        Ok(Self {
            reductions: Reductions::new(limits.selectivity),
            salt: 0,
            symmetric: means.evaluator.is_symmetric(),
            means,
            control,
            team,
            position,
            ordering: Ordering::new(P::MOVE_CODES, limits.techniques),
            variations: Variations::new(),
            moves: Vec::with_capacity(MAX_PLY * 64),
            children: Vec::with_capacity(MAX_PLY * 64),
            near: Table::with_bytes(NEAR)?,
            techniques: limits.techniques,
            nodes: 0,
            counted: 0,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            deepest: 0,
            opinions: 0,
            stopped: false,
        })
    }

    /// Counts a position about to be visited; true if the search must end instead.
    #[inline]
    pub(super) fn out_of_budget(&mut self) -> bool {
        if self.nodes >= self.node_limit
            || (self.nodes & (GRACE - 1) == 0 && self.nodes > 0 && self.must_end())
        {
            self.stopped = true;
            return true;
        }
        self.nodes += 1;
        false
    }

    /// Every now and then: whether the search is over, or has to be.
    #[cold]
    fn must_end(&mut self) -> bool {
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

    /// Whether the search as a whole has reached its end, not just a part of it that was given a
    /// smaller `node_limit`.
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
        if self.symmetric {
            let (key, symmetry) = self.position.table_key();
            Key { key: key ^ self.salt, symmetry }
        } else {
            Key { key: self.position.plain_table_key() ^ self.salt, symmetry: IDENTITY }
        }
    }
}
