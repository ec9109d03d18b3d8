//! The bounds of an expectation while the outcomes of chance are searched one by one.
//!
//! B. Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983. Here the
//! bounds of each outcome begin with what is certain, so that every search of an outcome makes the
//! windows of the others narrower.

use crate::game::Bound;
use crate::game::value::{EVAL_MAX, INFINITE, Value, slowest, utility};

/// An outcome of chance and what is known of its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch<M> {
    pub(super) outcome: M,
    weight: i64,
    /// Its value is at least this.
    least: Value,
    /// Its value is at most this.
    most: Value,
}

impl<M> Branch<M> {
    /// An outcome of which nothing is known.
    pub(super) fn new(outcome: M, weight: u32) -> Self {
        Self { outcome, weight: i64::from(weight), least: -INFINITE, most: INFINITE }
    }

    pub(super) fn weight(&self) -> i64 {
        self.weight
    }

    /// Whether its value is known.
    pub(super) fn is_known(&self) -> bool {
        self.least == self.most
    }
}

/// The bounds of an expectation. The branches are kept elsewhere.
///
/// If every branch wins, the value is that of the slowest win; if every branch loses, that of the
/// slowest loss. Otherwise a win counts as the greatest evaluation, a loss as the least, and the
/// value is their mean. So it never falls if the value of a branch rises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expectation {
    weights: i64,
    /// The sum of all lower bounds, each by its weight.
    least: i64,
    /// The sum of all upper bounds.
    most: i64,
}

impl Expectation {
    /// The bounds if nothing is known of these branches.
    pub(super) fn new<M>(branches: &[Branch<M>]) -> Self {
        let weights = branches.iter().map(|branch| branch.weight).sum();
        let greatest = weights * i64::from(EVAL_MAX);
        Self { weights, least: -greatest, most: greatest }
    }

    /// Takes note that the value of a branch is within these bounds.
    fn learn<M>(&mut self, branch: &mut Branch<M>, least: Value, most: Value) {
        if least > branch.least {
            self.least += branch.weight * (utility(least) - utility(branch.least));
            branch.least = least;
        }
        if most < branch.most {
            self.most += branch.weight * (utility(most) - utility(branch.most));
            branch.most = most;
        }
    }

    /// Takes note that the value of a branch is this, or that this is a bound of it.
    pub(super) fn learn_bound<M>(&mut self, branch: &mut Branch<M>, value: Value, bound: Bound) {
        let least = if bound == Bound::Upper { -INFINITE } else { value };
        let most = if bound == Bound::Lower { INFINITE } else { value };
        self.learn(branch, least, most);
    }

    /// The value is at least this.
    pub(super) fn least<M>(&self, branches: &[Branch<M>]) -> Value {
        self.value(self.least, branches.iter().map(|branch| branch.least))
    }

    /// The value is at most this.
    pub(super) fn most<M>(&self, branches: &[Branch<M>]) -> Value {
        self.value(self.most, branches.iter().map(|branch| branch.most))
    }

    /// The value, if the branches have these values and this weighted sum.
    fn value(&self, sum: i64, values: impl Iterator<Item = Value> + Clone) -> Value {
        slowest(values).unwrap_or((sum / self.weights.max(1)) as Value)
    }

    /// The window in which the value of a branch matters, if that of the whole matters between
    /// `alpha` and `beta`: at or below the first number, the whole is at most `alpha`, or it is all
    /// the same how far below; at or above the second, likewise.
    pub(super) fn window<M>(
        &self,
        branch: &Branch<M>,
        (alpha, beta): (Value, Value),
    ) -> (Value, Value) {
        let others = self.most - branch.weight * utility(branch.most);
        let low = self.threshold(branch.weight, others, alpha);
        let others = self.least - branch.weight * utility(branch.least);
        let high = -self.threshold(branch.weight, -others, -beta);
        (low, high.max(low + 1))
    }

    /// The greatest value of a branch with which the whole is at most `alpha`, if the others add up
    /// to `others` at most.
    fn threshold(&self, weight: i64, others: i64, alpha: Value) -> Value {
        if alpha.abs() >= EVAL_MAX {
            // Only proofs count here. The expectation is a win or loss with the slowest of them.
            return alpha;
        }
        // The mean is cut off towards zero.
        let spare = if alpha < 0 { 0 } else { self.weights - 1 };
        let rest = i64::from(alpha) * self.weights + spare - others;
        rest.div_euclid(weight.max(1)).clamp(i64::from(-EVAL_MAX), i64::from(EVAL_MAX)) as Value
    }
}
