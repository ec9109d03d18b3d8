//! Multi-ProbCut: a shallow search spares a deep one whose value it predicts to be outside the
//! window.
//!
//! M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995;
//! "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997.

use super::{ALWAYS_SEEN, Found, Key, NodeArgs, Worker};
use crate::game::value::{EVAL_MAX, Value, is_loss, is_win};
use crate::game::{Bound, Forecast, Position};

/// The side of a null window on which a value is expected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// At beta or above.
    Above,
    /// At alpha or below.
    Below,
}

impl Side {
    /// The threshold: if the shallow search reaches this value, or goes beyond it, the deep one is
    /// expected on this side. None if no opinion is that far from the window.
    fn threshold(self, forecast: &Forecast, confidence: f64, args: NodeArgs) -> Option<Value> {
        let Forecast { slope, offset, deviation, .. } = *forecast;
        let margin = confidence * deviation;
        let threshold = match self {
            Self::Above => ((f64::from(args.beta) + margin - offset) / slope).ceil(),
            Self::Below => ((f64::from(args.alpha) - margin - offset) / slope).floor(),
        };
        (threshold.abs() < f64::from(EVAL_MAX)).then_some(threshold as Value)
    }

    /// Whether a value is on this side of the threshold.
    fn has(self, value: Value, threshold: Value) -> bool {
        match self {
            Self::Above => value >= threshold,
            Self::Below => value <= threshold,
        }
    }
}

impl<P: Position> Worker<'_, P> {
    /// The value of a node with a null window, if the search of its moves is spared: a bound at the
    /// edge of the window, which is an opinion. If a shallow search happens to find a proof, the
    /// value is that proof.
    ///
    /// Near the root nothing is overlooked. A search that reaches the end of the game is not
    /// spared, because it may find a proof. The window must be among opinions.
    #[inline(never)]
    pub(super) fn spared(&mut self, args: NodeArgs, key: Key) -> Option<Value> {
        let NodeArgs { me, alpha, beta, depth, ply, .. } = args;
        if ply < ALWAYS_SEEN as usize || alpha < -EVAL_MAX || beta > EVAL_MAX {
            return None;
        }
        let left = self.position.plies_left();
        let forecasts = self.reductions.forecasts(left, depth);
        if depth as u32 >= left || forecasts.is_empty() {
            return None;
        }
        if !self.means.evaluator.is_stable(&self.position) {
            return None;
        }
        let guess = self.means.evaluator.evaluate(&self.position, me);
        let side = if guess >= beta { Side::Above } else { Side::Below };
        let confidence = self.reductions.confidence();
        for forecast in forecasts {
            let Some(threshold) = side.threshold(forecast, confidence, args) else { continue };
            // If the evaluation is not beyond the threshold, the shallow search hardly ever is.
            if !side.has(guess, threshold) {
                continue;
            }
            if forecast.shallow > 0 {
                let value = self.probe(args, key, forecast.shallow as i32, side, threshold);
                if self.stopped {
                    return Some(0);
                }
                if !side.has(value, threshold) {
                    continue;
                }
                if is_win(value) || is_loss(value) {
                    return Some(value);
                }
            }
            let (value, bound) = match side {
                Side::Above => (beta, Bound::Lower),
                Side::Below => (alpha, Bound::Upper),
            };
            self.heuristic_leaves += 1;
            self.remember(
                key,
                args,
                Found { value, bound, proven: false, holds_anywhere: true },
                None,
            );
            return Some(value);
        }
        None
    }

    /// Searches the node less deeply, with a null window at the threshold. What follows does not
    /// rest on the evaluations of this search.
    fn probe(
        &mut self,
        args: NodeArgs,
        key: Key,
        shallow: i32,
        side: Side,
        threshold: Value,
    ) -> Value {
        let alpha = match side {
            Side::Above => threshold - 1,
            Side::Below => threshold,
        };
        let leaves = self.heuristic_leaves;
        let value =
            self.node(NodeArgs { alpha, depth: shallow, ..args }.with_null_window(), Some(key));
        self.heuristic_leaves = leaves;
        value
    }
}
