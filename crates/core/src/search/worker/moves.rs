//! The move loop: principal variation search over the moves of one node, the root included.

use super::{Footing, Key, NodeArgs, Worker};
use crate::game::value::{INFINITE, Value, is_win};
use crate::game::{Bound, Position};
use crate::search::team::SHARED_DEPTH;

/// The moves of a node in the order in which they are tried.
///
/// Each move has a number in this order, from 0. The loop asks for one move after the other. If it
/// puts a move off, the next one gets its number.
pub(crate) trait MoveList<P: Position> {
    /// The move of number `n`. None after the last.
    fn pick(&mut self, worker: &mut Worker<'_, P>, n: usize) -> Option<P::Move>;

    /// The key of the current position, which the move picked last has led to. None if nothing will
    /// be looked up there.
    fn child_key(&self, worker: &Worker<'_, P>, depth: i32) -> Option<Key>;

    /// How many plies less deeply move `n` is searched at first.
    fn reduction(&self, worker: &Worker<'_, P>, depth: i32, n: usize) -> i32;

    /// Puts off move `n`, picked last, until all others have been picked. The next one gets its
    /// number.
    fn put_off(&mut self, worker: &mut Worker<'_, P>, n: usize);

    /// Whether move `n`, picked last, has been put off before.
    fn is_put_off(&self, worker: &Worker<'_, P>, n: usize) -> bool;

    /// Notes that move `n`, which is `m`, is the best so far and above alpha.
    fn improve(
        &mut self,
        worker: &mut Worker<'_, P>,
        ply: usize,
        n: usize,
        m: P::Move,
        value: Value,
    );

    /// Notes that move `n` refutes the node: it reaches beta.
    fn refute(&mut self, worker: &mut Worker<'_, P>, args: NodeArgs, n: usize);
}

/// What the move loop has found.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    /// The best value, exact within the window, else a bound (fail-soft).
    pub(crate) value: Value,
    /// How `value` relates to the true one.
    pub(crate) bound: Bound,
    /// Whether no deeper search can change that.
    pub(crate) proven: bool,
    /// Whether it holds on every path to the position.
    pub(crate) holds_anywhere: bool,
}

impl<P: Position> Worker<'_, P> {
    /// Searches the moves of the current position, one after the other. The first gets the full
    /// window. Each of the others must first prove with a null window that it deserves the full
    /// one (principal variation search). A late move must first do so at a reduced depth (late move
    /// reductions).
    ///
    /// `keeps_line` says whether the best line is wanted. The result means nothing once `stopped`
    /// is set.
    #[inline(always)]
    pub(crate) fn search_moves(
        &mut self,
        mut args: NodeArgs,
        keeps_line: bool,
        moves: &mut impl MoveList<P>,
    ) -> Found {
        let leaves_before = self.heuristic_leaves;
        let footing_before = self.footing;
        let mut footing = Footing::NOTHING;
        let team = self.team.filter(|_| args.depth > SHARED_DEPTH);
        let mut best = -INFINITE;
        let mut bound = Bound::Upper;
        let mut n = 0;
        while let Some(m) = moves.pick(self, n) {
            let undo = self.position.make(m);
            let key = moves.child_key(self, args.depth);
            if let (Some(team), Some(key)) = (team, key) {
                // Another thread searches this position. The result will soon be in the table.
                if n > 0 && team.in_flight.contains(key.key) && !moves.is_put_off(self, n) {
                    self.position.unmake(m, undo);
                    moves.put_off(self, n);
                    continue;
                }
                team.in_flight.enter(key.key);
            }
            if let Some(key) = key.filter(|_| args.depth > 2) {
                self.means.table.prefetch(key.key);
            }
            if keeps_line {
                self.variations.clear(args.ply + 1);
            }
            let reduction = if n == 0 { 0 } else { moves.reduction(self, args.depth, n) };
            self.footing = Footing::NOTHING;
            let (value, leaves) = self.search_move(args, n, reduction, key, &mut footing);
            self.position.unmake(m, undo);
            if let (Some(team), Some(key)) = (team, key) {
                team.in_flight.leave(key.key);
            }
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > args.alpha {
                    moves.improve(self, args.ply, n, m, value);
                    if value >= args.beta {
                        bound = Bound::Lower;
                        // The bound rests on this move alone.
                        if self.heuristic_leaves == leaves || is_win(value) {
                            self.heuristic_leaves = leaves_before;
                        }
                        footing = Footing::NOTHING;
                        moves.refute(self, args, n);
                        break;
                    }
                    bound = Bound::Exact;
                    args.alpha = value;
                }
            }
            footing = footing.and(self.footing);
            n += 1;
        }
        footing = footing.and(self.footing);
        self.footing = footing_before.and(footing.left_above(args.ply));
        let proven = self.heuristic_leaves == leaves_before;
        Found { value: best, bound, proven, holds_anywhere: !footing.is_above(args.ply) }
    }

    /// The value of the `n`th move of a node, which has been made, and the count of heuristic
    /// leaves before the search that found it. `footing` takes up what earlier searches of the move
    /// rest on.
    #[inline(always)]
    fn search_move(
        &mut self,
        args: NodeArgs,
        n: usize,
        reduction: i32,
        key: Option<Key>,
        footing: &mut Footing,
    ) -> (Value, u64) {
        let mut again = |worker: &mut Self| {
            *footing = footing.and(worker.footing);
            worker.footing = Footing::NOTHING;
            worker.heuristic_leaves
        };
        let mut leaves = self.heuristic_leaves;
        if n == 0 {
            return (self.child(args.below(0), key), leaves);
        }
        let mut value = self.child(args.with_null_window().below(reduction), key);
        if reduction > 0 && value > args.alpha && !self.stopped {
            leaves = again(self);
            value = self.child(args.with_null_window().below(0), key);
        }
        if value > args.alpha && value < args.beta && !self.stopped {
            leaves = again(self);
            value = self.child(args.below(0), key);
        }
        (value, leaves)
    }
}
