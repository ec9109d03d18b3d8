//! The root when nothing but the result matters: who wins, if anybody does.

use super::deepen::Root;
use super::info::{Answer, Info};
use crate::game::{Bound, Position};
use crate::value::{Score, Value, is_loss, is_win};

/// Positions that the ordinary search visits first, which gives the moves an order.
const WARM_UP: u64 = 10_000;

/// What is known of the result: the least and the greatest that it can be, where a loss is -1, a draw 0, a win 1.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Known {
    least: Value,
    most: Value,
}

impl Known {
    /// Takes in that the value is, for certain, at least `asked` (`yes`), or less.
    fn learn(&mut self, asked: Value, yes: bool) {
        if yes {
            self.least = self.least.max(asked);
        } else {
            self.most = self.most.min(asked - 1);
        }
    }

    fn is_complete(self) -> bool {
        self.least == self.most
    }

    /// How it is reported; nothing if there is nothing to report.
    fn score(self) -> Option<(Score, Bound)> {
        match (self.least, self.most) {
            (1, _) => Some((Score::Win(None), Bound::Exact)),
            (_, -1) => Some((Score::Loss(None), Bound::Exact)),
            (0, 0) => Some((Score::Draw, Bound::Exact)),
            (0, _) => Some((Score::Draw, Bound::Lower)),
            (_, 0) => Some((Score::Draw, Bound::Upper)),
            _ => None,
        }
    }
}

impl<P: Position> Root<'_, P> {
    /// Proves the result: after a short ordinary search it asks with null windows, at once as deep as the game
    /// may last, whether the position is won, and whether it is not lost (as solvers of single games do; the null
    /// window is J. Pearl's test, "Scout: a simple minimax algorithm", 1980). What can be known earlier than
    /// at the end of the game is tried at some shallower depths on the way.
    pub(super) fn solve(&mut self, max_depth: u32, report: &mut dyn FnMut(&Info<P::Move>)) {
        // Step 1. An ordinary search.
        self.deepen(max_depth, WARM_UP, report);
        let Some(Answer { best, exact: false, .. }) = &self.answer else { return };
        let (opinion, mut depth) = (best.score, best.depth.max(1));
        let left = self.worker.position.plies_left();
        // Step 2. Twice as deep every time, the likelier question first.
        let questions: [Value; 2] = if opinion.value() >= 0 { [1, 0] } else { [0, 1] };
        let mut known = Known { least: -1, most: 1 };
        let mut before = known;
        while depth < max_depth && !known.is_complete() {
            depth = if depth < left { left.min(2 * depth) } else { 2 * depth }.min(max_depth);
            let mut is_told = false;
            for asked in questions {
                if asked <= known.least || asked > known.most {
                    continue;
                }
                let found = self.search_line(0, depth, (asked - 1, asked));
                if self.worker.stopped {
                    return;
                }
                if found.proven || is_win(found.value) || is_loss(found.value) {
                    known.learn(asked, found.value >= asked);
                }
                // Step 3. What is known now, if that is news.
                if known != before || !is_told {
                    (before, is_told) = (known, true);
                    let (score, bound) = known.score().unwrap_or((opinion, Bound::Exact));
                    self.complete(0, depth);
                    let info = Info { score, bound, ..self.info(0, depth, false) };
                    report(&info);
                    let exact = known.is_complete();
                    self.answer = Some(Answer { best: info.clone(), exact, lines: vec![info] });
                }
            }
        }
    }
}
