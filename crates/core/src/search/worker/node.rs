//! The recursion: principal variation search of one node.

use super::child_probes::Cutoff;
use super::{Found, Key, MoveList, NodeArgs, Worker};
use crate::game::value::{Value, loss_in, win_in};
use crate::game::{Actor, Bound, Position};
use crate::transposition::MoveCode;

impl<P: Position> Worker<'_, P> {
    /// The value of the current position, which a move of `args.me` has led to. `key` is its key,
    /// if that has been computed.
    ///
    /// The position says who acts next: a player may move twice, chance may come between.
    #[inline]
    pub(crate) fn child(&mut self, args: NodeArgs, key: Option<Key>) -> Value {
        match self.position.actor() {
            Actor::Player(next) if next == args.me => {
                self.visit(args).unwrap_or_else(|| self.node(args, key))
            }
            Actor::Player(next) => {
                let args = args.seen_by(next);
                -self.visit(args).unwrap_or_else(|| self.node(args, key))
            }
            Actor::Chance(roller) if roller == args.me => self.chance(args, key),
            Actor::Chance(roller) => -self.chance(args.seen_by(roller), key),
        }
    }

    /// The value of the current position, which has been visited and in which `args.me` is to act:
    /// exact between alpha and beta, an upper bound at or below alpha, a lower bound at or above
    /// beta (fail-soft). It means nothing once `stopped` is set.
    pub(super) fn node(&mut self, mut args: NodeArgs, key: Option<Key>) -> Value {
        let is_principal = args.is_principal();
        args.depth = args.depth.max(0);

        // Step 5. From here on, no line can be better than a win with the next move, or worse than
        // a loss with the one after it (mate distance pruning).
        args.alpha = args.alpha.max(loss_in(args.ply as u32));
        args.beta = args.beta.min(win_in(args.ply as u32 + 1));
        if args.alpha >= args.beta {
            return args.alpha;
        }

        // Step 6. What an earlier search found here (transposition table).
        let key = key.unwrap_or_else(|| self.key());
        let mut table_code = None;
        if let Some(entry) = self.table_for(args.depth).probe(key.key) {
            if let Some(value) = self.usable(&entry, args, is_principal) {
                return value;
            }
            table_code = self.code_from(entry.code, key.symmetry);
        }

        // Step 7. If a shallow search says that this one will hardly end inside the window, it is
        // spared (Multi-ProbCut).
        if !is_principal && self.reductions.spares(args.depth) {
            if let Some(value) = self.spared(args, key) {
                return value;
            }
            // The shallow search may have found a good move.
            if table_code.is_none() {
                let entry = self.table_for(args.depth).probe(key.key);
                table_code = entry.and_then(|entry| self.code_from(entry.code, key.symmetry));
            }
        }

        // Step 8. If no good move is known, search a ply less: the next iteration will know one
        // (internal iterative reductions).
        if table_code.is_none() && self.reductions.reduces_unknown(args.depth) {
            args.depth -= 1;
        }

        // Step 9. The moves, likely refutations first (killers, history). If the table knows that
        // one of them leads to a position that is good enough, the node is done (enhanced
        // transposition cutoffs).
        let mut moves = self.open_node(args, is_principal, table_code);
        if self.techniques.enhanced_cutoffs
            && !is_principal
            && let Some(cutoff) = self.known_cutoff(args, moves.first, moves.first_child)
        {
            let Cutoff { index, value, proven } = cutoff;
            let code = MoveCode::new(self.position.code(self.moves[moves.first + index]));
            self.close_node(&moves);
            self.heuristic_leaves += u64::from(!proven);
            self.remember(
                key,
                args,
                Found { value, bound: Bound::Lower, proven, holds_anywhere: true },
                code,
            );
            return value;
        }

        // Step 10. One after the other.
        let found = self.search_moves(args, is_principal, &mut moves);
        self.close_node(&moves);
        if self.stopped {
            return 0;
        }

        // Step 11. Remember it.
        self.remember(key, args, found, moves.best);
        found.value
    }

    /// Lists and ranks the moves of the current position, and has the table fetch the entries of
    /// the positions that they lead to.
    #[inline]
    fn open_node(
        &mut self,
        args: NodeArgs,
        is_principal: bool,
        table_code: Option<MoveCode>,
    ) -> NodeMoves {
        let first = self.moves.len();
        self.position.moves(&mut self.moves);
        let count = self.moves.len() - first;
        let first_child = self.prepare_child_probes(args.depth, count);
        let ranks = self.ordering.open(
            self.means.evaluator,
            &self.position,
            &self.moves[first..],
            args.me,
            args.ply,
            table_code,
        );
        NodeMoves { first, count, first_child, ranks, is_principal, picked: 0, best: None }
    }

    /// The move of the current position that would be tried first, and whether it is the only one.
    pub(super) fn best_looking(
        &mut self,
        args: NodeArgs,
        table_code: Option<MoveCode>,
    ) -> (P::Move, bool) {
        let first = self.moves.len();
        self.position.moves(&mut self.moves);
        let moves = &self.moves[first..];
        let (evaluator, position) = (self.means.evaluator, &self.position);
        let ranks = self.ordering.open(evaluator, position, moves, args.me, args.ply, table_code);
        let found = (moves[self.ordering.pick(ranks, 0)], moves.len() == 1);
        self.ordering.close(ranks);
        self.moves.truncate(first);
        found
    }

    /// Forgets the moves of a node that is finished.
    #[inline]
    fn close_node(&mut self, moves: &NodeMoves) {
        self.ordering.close(moves.ranks);
        self.moves.truncate(moves.first);
        self.children.truncate(moves.first_child);
    }
}

/// The moves of an open node, which its worker keeps.
struct NodeMoves {
    /// Where they begin among the worker's moves.
    first: usize,
    count: usize,
    /// Where the positions that they lead to begin among the worker's children.
    first_child: usize,
    /// Where their ranks begin.
    ranks: usize,
    is_principal: bool,
    /// The index of the move picked last.
    picked: usize,
    /// The best move above alpha.
    best: Option<MoveCode>,
}

impl<P: Position> MoveList<P> for NodeMoves {
    #[inline(always)]
    fn pick(&mut self, worker: &mut Worker<'_, P>, n: usize) -> Option<P::Move> {
        if n == self.count {
            return None;
        }
        self.picked = worker.ordering.pick(self.ranks, n);
        Some(worker.moves[self.first + self.picked])
    }

    #[inline(always)]
    fn child_key(&self, worker: &Worker<'_, P>, depth: i32) -> Option<Key> {
        match worker.children.get(self.first_child + self.picked) {
            Some(child) => Some(child.key),
            // Below the last ply nothing is looked up.
            None => (depth > 1).then(|| worker.key()),
        }
    }

    #[inline(always)]
    fn reduction(&self, worker: &Worker<'_, P>, depth: i32, n: usize) -> i32 {
        worker.reductions.of(depth, n, self.is_principal)
    }

    fn put_off(&mut self, worker: &mut Worker<'_, P>, n: usize) {
        worker.ordering.put_off(self.ranks, n);
    }

    fn is_put_off(&self, worker: &Worker<'_, P>, n: usize) -> bool {
        worker.ordering.is_put_off(self.ranks, n)
    }

    #[inline(always)]
    fn improve(
        &mut self,
        worker: &mut Worker<'_, P>,
        ply: usize,
        _n: usize,
        m: P::Move,
        _value: Value,
    ) {
        self.best = MoveCode::new(worker.position.code(m));
        if self.is_principal {
            worker.variations.extend(ply, m);
        }
    }

    #[inline(always)]
    fn refute(&mut self, worker: &mut Worker<'_, P>, args: NodeArgs, n: usize) {
        let (position, moves) = (&worker.position, &worker.moves[self.first..]);
        worker.ordering.reward(args, self.ranks, n, |index| position.code(moves[index]));
    }
}
