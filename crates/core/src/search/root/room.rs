//! The part of the transposition table that a search needs.

use super::Root;
use crate::game::Position;
use crate::search::Control;

/// The order of magnitude of the number of positions that a thread visits in a second at most.
const NODES_A_SECOND: f64 = 1e7;

/// The number of positions that a search visits at most in its time, approximately.
pub(crate) fn most_nodes(threads: usize, control: &Control) -> u64 {
    let Some(left) = control.time_left() else { return u64::MAX };
    (left.as_secs_f64() * NODES_A_SECOND * threads as f64) as u64
}

/// A search without an end has room for this many times the positions that it has visited.
const AHEAD: u64 = 16;

impl<P: Position> Root<'_, P> {
    /// Makes room for the next iteration of a search without an end. A clock may start at any
    /// moment, as after a `ponderhit`, and by then it should not have to pay for fresh memory.
    pub(super) fn make_room_ahead(&self) {
        if self.is_open && !self.helps && self.worker.means.solver.is_none() {
            self.make_room(self.worker.all_nodes().saturating_mul(AHEAD));
        }
    }

    /// Makes room in the table for this number of positions, or for what the time allows.
    pub(super) fn make_room(&self, nodes: u64) {
        let most = most_nodes(self.threads, self.worker.control);
        self.worker.means.table.make_room(nodes.min(most));
    }
}
