//! The first steps at a position: what is known of its value before its moves are looked at.

use super::{Footing, NodeArgs, Worker};
use crate::game::value::{EVAL_MAX, PLIES, Value, distance, from_node, is_loss, is_win};
use crate::game::{Bound, Known, Path, Player, Position, final_value};
use crate::search::MAX_PLY;

impl<P: Position> Worker<'_, P> {
    /// Counts the current position, in which `args.me` is to act. Returns its value, as
    /// [`node`](Self::node) would, if no move has to be looked at. Most positions need no more, so
    /// they are spared the call.
    #[inline(always)]
    pub(super) fn visit(&mut self, args: NodeArgs) -> Option<Value> {
        let NodeArgs { me, depth, ply, .. } = args;
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
            && let Some(value) = self.take_known(known, args)
        {
            return Some(value);
        }

        // Step 4. The horizon: an evaluation, unless the position is too unquiet for one.
        self.is_horizon(depth, ply).then(|| self.evaluate(me))
    }

    /// The value of the current position, if what is known of it settles the node.
    #[inline]
    pub(super) fn take_known(&mut self, known: Known, args: NodeArgs) -> Option<Value> {
        let NodeArgs { alpha, beta, ply, .. } = args;
        if self.may_be_drawn_first(known.value, ply) {
            return Some(self.hope(known.value));
        }
        let value = from_node(known.value, ply);
        match known.bound {
            Bound::Exact => Some(value),
            Bound::Lower => (value >= beta).then_some(value),
            Bound::Upper => (value <= alpha).then_some(value),
        }
    }

    /// Counts the current position. Returns its value for `me` if the search or the game ends here.
    #[inline]
    pub(super) fn arrive(&mut self, me: Player, ply: usize) -> Option<Value> {
        if self.out_of_budget() {
            return Some(0);
        }
        self.deepest = self.deepest.max(ply);
        if let Some(plies) = self.position.path().and_then(Path::last_return)
            && plies < ply
        {
            self.footing = self.footing.and(Footing::above(ply, plies));
            return Some(0);
        }
        let value = final_value(&self.position, me, ply);
        if let Some(path) = self.position.path()
            && value == Some(0)
            && path.plies_left() == Some(0)
        {
            self.footing = self.footing.and(Footing::above(ply, path.counted_plies()));
        }
        value
    }

    /// Whether the path to this position may end the game before a win that the position alone
    /// would allow.
    #[inline]
    fn may_be_drawn_first(&self, value: Value, ply: usize) -> bool {
        let Some(path) = self.position.path() else { return false };
        let passes_the_past = self.past != 0 && path.reversible_plies() >= ply;
        (passes_the_past && (is_win(value) || is_loss(value))) || self.comes_too_late(value, 0)
    }

    /// The value of a win or loss that is not certain. It counts more if it would come sooner.
    fn hope(&mut self, value: Value) -> Value {
        self.heuristic_leaves += 1;
        let size = EVAL_MAX - distance(value).unwrap_or(PLIES) as Value;
        if is_win(value) { size } else { -size }
    }

    /// Whether the search goes no further than the current position.
    #[inline]
    pub(super) fn is_horizon(&self, depth: i32, ply: usize) -> bool {
        (depth <= 0 && self.means.evaluator.is_stable(&self.position)) || ply >= MAX_PLY
    }

    /// The evaluator's opinion of the current position.
    pub(crate) fn evaluate(&mut self, me: Player) -> Value {
        self.heuristic_leaves += 1;
        self.means.evaluator.evaluate(&self.position, me).clamp(-EVAL_MAX, EVAL_MAX)
    }
}
