//! Chance nodes: the expectation over all outcomes, without pruning.

use super::{NodeArgs, Worker};
use crate::game::Position;
use crate::game::value::{EVAL_MAX, INFINITE, Value, is_loss, is_win};

impl<P: Position> Worker<'_, P> {
    /// The expected value of the current position, in which chance acts. The window of `args` does
    /// not matter.
    ///
    /// If every outcome wins, so does the position, at the latest when the slowest of them does.
    /// The same holds for losses. Otherwise a win counts as the greatest evaluation, a loss as the
    /// least.
    pub(super) fn chance(&mut self, args: NodeArgs) -> Value {
        if !P::HAS_CHANCE {
            unreachable!("chance acts in a game whose HAS_CHANCE is false");
        }
        let NodeArgs { me, depth, ply, .. } = args;
        self.variations.clear(ply);
        if let Some(value) = self.arrive(me, ply) {
            return value;
        }
        if self.is_horizon(depth, ply) {
            return self.evaluate(me);
        }
        let first = self.moves.len();
        self.position.moves(&mut self.moves);
        let last = self.moves.len();
        let below =
            NodeArgs { alpha: -INFINITE, beta: INFINITE, depth: depth.max(0), ..args }.below(0);
        let (mut weights, mut sum) = (0, 0);
        let (mut least, mut greatest) = (INFINITE, -INFINITE);
        for i in first..last {
            let roll = self.moves[i];
            let weight = i64::from(self.position.weight(roll));
            let undo = self.position.make(roll);
            let value = self.child(below, None);
            self.position.unmake(roll, undo);
            if self.stopped {
                break;
            }
            weights += weight;
            sum += weight * i64::from(value.clamp(-EVAL_MAX, EVAL_MAX));
            least = least.min(value);
            greatest = greatest.max(value);
        }
        self.moves.truncate(first);
        self.variations.clear(ply);
        if self.stopped || weights == 0 {
            0
        } else if is_win(least) {
            least
        } else if is_loss(greatest) {
            greatest
        } else {
            (sum / weights) as Value
        }
    }
}
