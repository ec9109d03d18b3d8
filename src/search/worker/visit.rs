//! The first steps at a position: what is known of its value before its moves are looked at.

use super::{NodeArgs, Worker};
use crate::game::value::{EVAL_MAX, Value, from_node};
use crate::game::{Bound, Player, Position, final_value};
use crate::search::MAX_PLY;

impl<P: Position> Worker<'_, P> {
    /// Counts the current position, in which `args.me` is to act. Returns its value, as
    /// [`node`](Self::node) would, if no move has to be looked at. Most positions need no more, so
    /// they are spared the call.
    #[inline(always)]
    pub(super) fn visit(&mut self, args: NodeArgs) -> Option<Value> {
        let NodeArgs { me, alpha, beta, depth, ply } = args;
        if args.is_principal() {
            self.variations.clear(ply);
        }

        // Steps 1 and 2. Limits, and the end of the game, known from the rules.
        if let Some(value) = self.arrive(me, ply) {
            return Some(value);
        }

        // Step 3. What is certain at a glance.
        if let Some(oracle) = self.means.oracle
            && let Some(known) = oracle.probe(&self.position)
        {
            let value = from_node(known.value, ply);
            match known.bound {
                Bound::Exact => return Some(value),
                Bound::Lower if value >= beta => return Some(value),
                Bound::Upper if value <= alpha => return Some(value),
                _ => {}
            }
        }

        // Step 4. The horizon: an evaluation, unless the position is too unquiet for one.
        self.is_horizon(depth, ply).then(|| self.evaluate(me))
    }

    /// Counts the current position. Returns its value for `me` if the search or the game ends here.
    #[inline]
    pub(super) fn arrive(&mut self, me: Player, ply: usize) -> Option<Value> {
        if self.out_of_budget() {
            return Some(0);
        }
        self.deepest = self.deepest.max(ply);
        final_value(&self.position, me, ply)
    }

    /// Whether the search goes no further than the current position.
    #[inline]
    pub(super) fn is_horizon(&self, depth: i32, ply: usize) -> bool {
        (depth <= 0 && self.means.evaluator.is_stable(&self.position)) || ply >= MAX_PLY
    }

    /// The evaluator's opinion of the current position.
    pub(in crate::search) fn evaluate(&mut self, me: Player) -> Value {
        self.heuristic_leaves += 1;
        self.means.evaluator.evaluate(&self.position, me).clamp(-EVAL_MAX, EVAL_MAX)
    }
}
