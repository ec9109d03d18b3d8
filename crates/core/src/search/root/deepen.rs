//! Iterative deepening, and when it ends.

use std::cmp::Reverse;

use super::{Root, RootMove};
use crate::game::value::{INFINITE, distance, is_loss, is_win, lack};
use crate::game::{Position, ranks_margins};
use crate::search::info::Info;
use crate::search::worker::ALWAYS_SEEN;

/// Up to this depth, no iteration is left out.
const FIRST_DOUBLE_STEP: u32 = 6;

impl<P: Position> Root<'_, P> {
    /// Deepens iteratively until the result is known, or the limits end the search. `done` plies
    /// have been searched already. Returns the last depth that was searched to the end.
    pub(crate) fn deepen(
        &mut self,
        mut done: u32,
        max_depth: u32,
        report: &mut dyn FnMut(&Info<P::Move>),
    ) -> u32 {
        for depth in done + 1..=max_depth {
            if depth > FIRST_DOUBLE_STEP && (max_depth - depth) % 2 == 1 && self.steps_doubly() {
                continue;
            }
            self.make_room_ahead();
            for root_move in &mut self.moves {
                root_move.value = -INFINITE;
            }
            for line in 0..self.lines {
                self.search_line(line, depth, (-INFINITE, INFINITE));
                if self.worker.stopped {
                    break;
                }
            }
            if self.worker.stopped {
                self.report_partial(depth, report);
                break;
            }
            // Where moves are reduced, a later line may turn out to be better than an earlier one.
            self.moves[..self.lines].sort_by_key(|root_move| Reverse(root_move.value));
            let former =
                self.answer.as_ref().and_then(|answer| answer.best.variation.first().copied());
            self.instability /= 2;
            if depth > 1 && former != Some(self.moves[0].m) {
                self.instability += 1000;
            }
            self.present(depth, report);
            done = depth;
            let is_settled = if self.worker.reductions.are_on() && !ranks_margins::<P>() {
                self.is_decided()
            } else {
                (0..self.lines).all(|line| self.is_settled(line, depth))
            };
            if is_settled || (!self.helps && self.time_is_up()) {
                break;
            }
        }
        if self.answer.is_none() {
            self.glance(report);
        }
        done
    }

    /// Whether no search deeper than `depth` can change the value of a rank.
    ///
    /// A win within the depth is the fastest if all faster ones are excluded: by full width, or
    /// near the root, where nothing is overlooked. A win beyond, known from the table, may not be
    /// the fastest. A win by less than the greatest margin is not settled either: a deeper search
    /// may find more. Where positions come again, depth excludes nothing: the table may have taken
    /// a win for a draw, because it was one on another path.
    pub(super) fn is_settled(&self, line: usize, depth: u32) -> bool {
        let RootMove { value, exact, verified, .. } = self.moves[line];
        let seen = match self.worker.reductions.are_on() {
            _ if self.has_path() => 1,
            true => depth.min(ALWAYS_SEEN),
            false => depth,
        };
        let is_most = !ranks_margins::<P>() || (is_win(value) && lack(value) == 0);
        exact || verified || (is_most && distance(value).is_some_and(|plies| plies <= seen))
    }

    /// Whether the value of a position may depend on the path to it.
    pub(super) fn has_path(&self) -> bool {
        self.worker.position.path().is_some()
    }

    /// Whether it is known for all wanted lines who wins.
    pub(crate) fn is_decided(&self) -> bool {
        let is_decided = |m: &RootMove<_>| m.exact || is_win(m.value) || is_loss(m.value);
        self.moves[..self.lines].iter().all(is_decided)
    }

    /// Whether every second iteration is left out: what is learnt at depths of the same parity
    /// helps most. With a game clock, none is left out, because each is an occasion to stop.
    fn steps_doubly(&self) -> bool {
        self.worker.techniques.double_steps && !self.worker.control.is_thrifty()
    }

    /// Whether another iteration would not be worth its time.
    pub(super) fn time_is_up(&self) -> bool {
        let control = self.worker.control;
        if control.is_thrifty() && self.moves.len() == 1 {
            return true;
        }
        // The next iteration takes longer than all before, so it begins only if it has a chance to
        // end. While the best move changes, the search takes more time.
        let permille = (550 + self.instability).min(2500);
        control.soft_passed(permille, self.solver_time.on_clock(control))
    }
}
