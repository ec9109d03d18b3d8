//! Verifies the wins and losses of a selective search: it may have overlooked faster ones.

use super::Root;
use crate::game::value::{INFINITE, distance, is_loss, is_win};
use crate::game::{Position, ranks_margins};
use crate::search::info::Info;
use crate::search::worker::Found;

/// Verification may always visit this many positions.
const LEAST_NODES: u64 = 1000;

impl<P: Position> Root<'_, P> {
    /// Runs after a selective search, if only faster wins are left to find. It looks for them with
    /// full width, just deep enough that none is overlooked. Then it reports what is certain.
    ///
    /// A win that a table knows may be far away, and so may the end of this search. With a game
    /// clock, it visits no more positions than the search has visited already, because a slower win
    /// is still a win. With a limit of depth, neither: nothing else would end it.
    ///
    /// Nothing is verified if margins count, because no such depth exists, or if `depth` is 0:
    /// before the first iteration, the lines have no values.
    pub(crate) fn verify(&mut self, depth: u32, report: &mut dyn FnMut(&Info<P::Move>)) {
        if ranks_margins::<P>() || depth == 0 {
            return;
        }
        if self.ends_by_depth || self.worker.control.is_thrifty() {
            let most = self.worker.all_nodes().saturating_mul(2).saturating_add(LEAST_NODES);
            self.worker.node_limit = self.worker.node_limit.min(most);
        }
        let settled: Vec<_> = (0..self.lines).map(|line| self.is_settled(line, depth)).collect();
        let reductions = self.worker.look_at_everything();
        // Within this many plies, all moves from the present rank on are known to lose.
        let mut doomed = None;
        let mut has_news = false;
        for (line, is_settled) in settled.into_iter().enumerate() {
            let value = self.moves[line].value;
            let Some(plies) = doomed.or(distance(value)) else { continue };
            if is_settled && doomed.is_none() {
                continue;
            }
            let before = self.moves.clone();
            let mut is_certain = true;
            if doomed.is_none() {
                let window = if is_win(value) { (value, INFINITE) } else { (-INFINITE, value) };
                let found = self.search_line(line, plies.saturating_sub(1), window);
                is_certain = self.is_certain(found);
                let found = found.value;
                let is_confirmed = if is_win(value) { found <= value } else { found >= value };
                if is_confirmed && is_loss(value) && self.moves[line].m != before[line].m {
                    // Another move holds out longer than the one that seemed to hold out longest.
                    doomed = Some(plies);
                } else if is_confirmed {
                    self.moves.clone_from(&before);
                }
            }
            if doomed.is_some() {
                let found = self.search_line(line, plies, (-INFINITE, INFINITE));
                is_certain &= self.is_certain(found);
            }
            if self.worker.stopped {
                self.moves = before;
                break;
            }
            if !is_certain {
                self.moves = before;
                continue;
            }
            self.complete(line, plies);
            self.moves[line].verified = true;
            has_news = true;
        }
        self.worker.reduce_again(reductions);
        if has_news {
            self.present(depth, report);
        }
    }

    /// Whether what full width has found is certain. Where positions come again, depth alone does
    /// not suffice (see [`is_settled`](Self::is_settled)).
    fn is_certain(&self, found: Found) -> bool {
        found.proven || !self.has_path()
    }
}
