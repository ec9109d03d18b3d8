//! The recursion: principal variation search of one node.

use super::MAX_PLY;
use super::child_probes::Cutoff;
use super::team::SHARED_DEPTH;
use super::worker::{Key, Worker};
use crate::game::value::{
    EVAL_MAX, Value, from_node, is_loss, is_win, loss_in, to_node, win_in, win_short_of,
};
use crate::game::{Actor, Bound, Outcome, Player, Position};
use crate::transposition::{Entry, NO_CODE, PROVEN_DEPTH};

impl<P: Position> Worker<'_, P> {
    /// The value for `me` of the current position, which a move of `me` has led to; `key` is its
    /// key, if that has been computed.
    ///
    /// Whoever acts next is asked, not assumed: a player may move twice, chance may come between.
    #[inline]
    pub(super) fn child(
        &mut self,
        me: Player,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        key: Option<Key>,
    ) -> Value {
        match self.position.actor() {
            Actor::Player(next) if next == me => self
                .visit(me, alpha, beta, depth, ply)
                .unwrap_or_else(|| self.node(me, alpha, beta, depth, ply, key)),
            Actor::Player(next) => -self
                .visit(next, -beta, -alpha, depth, ply)
                .unwrap_or_else(|| self.node(next, -beta, -alpha, depth, ply, key)),
            Actor::Chance => self.chance(me, depth, ply),
        }
    }

    /// Counts the current position, in which `me` is to act; its value for `me`, as
    /// [`node`](Self::node) would give it, if no move has to be looked at. Most positions need no
    /// more, so they are spared the call.
    #[inline(always)]
    fn visit(
        &mut self,
        me: Player,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
    ) -> Option<Value> {
        if beta - alpha > 1 {
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

        // Step 4. The horizon: an opinion, unless the position is too unquiet for one.
        self.is_horizon(depth, ply).then(|| self.opinion(me))
    }

    /// The value for `me`, who is to act, of the current position, which has been visited: exact
    /// between `alpha` and `beta`, an upper bound at or below `alpha`, a lower bound at or above
    /// `beta` (fail-soft). Meaningless once `stopped` is set.
    fn node(
        &mut self,
        me: Player,
        mut alpha: Value,
        mut beta: Value,
        depth: i32,
        ply: usize,
        key: Option<Key>,
    ) -> Value {
        let on_principal_variation = beta - alpha > 1;
        let mut depth = depth.max(0);

        // Step 5. No line from here on can be better than a win with the next move, nor worse than
        // a loss with the one after it (mate distance pruning).
        alpha = alpha.max(loss_in(ply as u32));
        beta = beta.min(win_in(ply as u32 + 1));
        if alpha >= beta {
            return alpha;
        }

        // Step 6. What an earlier search found here (transposition table).
        let Key { key, symmetry } = key.unwrap_or_else(|| self.key());
        let is_near = depth <= 1;
        let known = if is_near { self.near.probe(key) } else { self.means.table.probe(key) };
        let mut table_code = NO_CODE;
        if let Some(entry) = known {
            if let Some(value) =
                self.usable(&entry, alpha, beta, depth, ply, on_principal_variation)
            {
                return value;
            }
            if entry.code != NO_CODE {
                table_code = self.position.map_code(entry.code, self.position.inverse(symmetry));
            }
        }

        // Step 7. Where no good move is known, a ply less: the next iteration will know one
        // (internal iterative reductions).
        if table_code == NO_CODE && self.is_deep_for_unknown(depth) {
            depth -= 1;
        }

        // Step 8. The moves, and whether one of them is known to lead to a position that is good
        // enough (enhanced transposition cutoffs); else likely refutations first (killers,
        // history).
        let opinions_before = self.opinions;
        let first = self.moves.len();
        self.position.moves(&mut self.moves);
        let count = self.moves.len() - first;
        let first_child = self.look_out(depth, count);
        let ranks = self.ordering.open(
            self.means.evaluator,
            &self.position,
            &self.moves[first..],
            me,
            ply,
            table_code,
        );

        if self.techniques.enhanced_cutoffs
            && !on_principal_variation
            && let Some(cutoff) = self.known_cutoff(me, beta, depth, ply, first_child)
        {
            let Cutoff { index, value, proven } = cutoff;
            let code = self.position.code(self.moves[first + index]);
            self.leave(ranks, first, first_child);
            self.opinions += u64::from(!proven);
            self.remember(Key { key, symmetry }, value, Bound::Lower, depth, ply, code, proven);
            return value;
        }

        // Step 9. One after the other: the first with the full window, the others have to prove
        // with a null window that they deserve it (principal variation search), the late ones first
        // to a smaller depth (late move reductions).
        let mut best = -win_in(0);
        let mut best_code = NO_CODE;
        let mut bound = Bound::Upper;
        let team = self.team.filter(|_| depth > SHARED_DEPTH);
        let mut n = 0;
        while n < count {
            let index = self.ordering.pick(ranks, n);
            let m = self.moves[first + index];
            let code = self.position.code(m);
            let undo = self.position.make(m);
            // Below the last ply nothing is looked up.
            let next = match self.children.get(first_child + index) {
                Some(child) => Some(child.key),
                None => (depth > 1).then(|| self.key()),
            };
            if let (Some(team), Some(next)) = (team, next) {
                // Another thread is at it: its result will soon be in the table.
                if n > 0 && team.busy.contains(next.key) && !self.ordering.is_put_off(ranks, n) {
                    self.position.unmake(m, undo);
                    self.ordering.put_off(ranks, n);
                    continue;
                }
                team.busy.enter(next.key);
            }
            if let Some(next) = next.filter(|_| depth > 2) {
                self.means.table.prefetch(next.key);
            }
            if on_principal_variation {
                self.variations.clear(ply + 1);
            }
            let mut opinions = self.opinions;
            let mut value;
            if n == 0 {
                value = self.child(me, alpha, beta, depth - 1, ply + 1, next);
            } else {
                let reduction = self.reduction(depth, n, on_principal_variation);
                value = self.child(me, alpha, alpha + 1, depth - 1 - reduction, ply + 1, next);
                if reduction > 0 && value > alpha && !self.stopped {
                    opinions = self.opinions;
                    value = self.child(me, alpha, alpha + 1, depth - 1, ply + 1, next);
                }
                if value > alpha && value < beta && !self.stopped {
                    opinions = self.opinions;
                    value = self.child(me, alpha, beta, depth - 1, ply + 1, next);
                }
            }
            self.position.unmake(m, undo);
            if let (Some(team), Some(next)) = (team, next) {
                team.busy.leave(next.key);
            }
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_code = code;
                    if on_principal_variation {
                        self.variations.extend(ply, m);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        // The bound rests on this move alone.
                        if self.opinions == opinions || is_win(value) {
                            self.opinions = opinions_before;
                        }
                        let (position, moves) = (&self.position, &self.moves[first..]);
                        self.ordering.reward(me, ply, depth, ranks, n, |i| position.code(moves[i]));
                        break;
                    }
                    bound = Bound::Exact;
                    alpha = value;
                }
            }
            n += 1;
        }
        self.leave(ranks, first, first_child);
        if self.stopped {
            return 0;
        }

        // Step 10. Remember it.
        let proven = self.opinions == opinions_before;
        self.remember(Key { key, symmetry }, best, bound, depth, ply, best_code, proven);
        best
    }

    /// Forgets the moves of a node that is done with.
    #[inline]
    fn leave(&mut self, ranks: usize, first: usize, first_child: usize) {
        self.ordering.close(ranks);
        self.moves.truncate(first);
        self.children.truncate(first_child);
    }

    /// Keeps what was found of the current position; `code` is that of its best move, if there is
    /// one.
    #[inline]
    #[allow(clippy::too_many_arguments)] // a struct of them would be one more thing to know
    fn remember(
        &mut self,
        Key { key, symmetry }: Key,
        value: Value,
        bound: Bound,
        depth: i32,
        ply: usize,
        code: u16,
        proven: bool,
    ) {
        let code = if code == NO_CODE { NO_CODE } else { self.position.map_code(code, symmetry) };
        let kept = if proven { PROVEN_DEPTH } else { depth.min(i32::from(PROVEN_DEPTH) - 1) as u8 };
        let entry = Entry { value: to_node(value, ply), bound, depth: kept, code };
        if depth <= 1 { self.near.store(key, entry) } else { self.means.table.store(key, entry) }
    }

    /// Counts the current position; its value for `me` if the search or the game ends here.
    #[inline]
    pub(super) fn arrive(&mut self, me: Player, ply: usize) -> Option<Value> {
        if self.out_of_budget() {
            return Some(0);
        }
        self.deepest = self.deepest.max(ply);
        result(&self.position, me, ply)
    }

    /// Whether the search goes no further than the current position.
    #[inline]
    pub(super) fn is_horizon(&self, depth: i32, ply: usize) -> bool {
        (depth <= 0 && self.means.evaluator.is_stable(&self.position)) || ply >= MAX_PLY
    }

    /// The evaluator's opinion of the current position.
    pub(super) fn opinion(&mut self, me: Player) -> Value {
        self.opinions += 1;
        self.means.evaluator.evaluate(&self.position, me).clamp(-EVAL_MAX, EVAL_MAX)
    }

    /// The value of a table entry, if it settles the node.
    #[inline]
    fn usable(
        &mut self,
        entry: &Entry,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        on_principal_variation: bool,
    ) -> Option<Value> {
        let value = from_node(entry.value, ply);
        let proven = entry.depth == PROVEN_DEPTH;
        let cuts_above = entry.bound != Bound::Upper && value >= beta;
        let cuts_below = entry.bound != Bound::Lower && value <= alpha;
        // A proven win is at least that at every depth, a proven loss at most.
        if (cuts_above && is_win(value)) || (cuts_below && is_loss(value)) {
            return Some(value);
        }
        // On the principal variation an opinion is found again, for the sake of its line.
        if !proven && (on_principal_variation || i32::from(entry.depth) < depth) {
            return None;
        }
        if cuts_above || cuts_below || entry.bound == Bound::Exact {
            self.opinions += u64::from(!proven);
            return Some(value);
        }
        None
    }
}

/// The value for `me` of a finished game, `ply` plies below the root.
#[inline]
pub(super) fn result<P: Position>(position: &P, me: Player, ply: usize) -> Option<Value> {
    let Outcome::Win(winner) = position.outcome()? else { return Some(0) };
    let lack = if P::MOST_MARGIN == 0 { 0 } else { P::MOST_MARGIN - position.margin() };
    let value = win_short_of(lack, ply as u32);
    Some(if winner == me { value } else { -value })
}
