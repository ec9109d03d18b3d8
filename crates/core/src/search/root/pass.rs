//! One pass over the root moves to one depth. It uses the move loop of all nodes.

use super::{Root, RootMove};
use crate::game::value::Value;
use crate::game::{Bound, Position};
use crate::search::worker::{Found, Key, MoveList, NodeArgs, Worker};
use crate::transposition::MoveCode;

impl<P: Position> Root<'_, P> {
    /// Searches the moves from rank `line` on. The best one found moves to that rank.
    pub(super) fn search_line(
        &mut self,
        line: usize,
        depth: u32,
        (alpha, beta): (Value, Value),
    ) -> Found {
        let Self { worker, moves, .. } = self;
        let depth = depth as i32;
        let args = NodeArgs { me: self.me, alpha, beta, depth, ply: 0, keeps_line: true };
        let mut order = Order::new(&mut moves[line..]);
        let mut found = worker.search_moves(args, true, &mut order);
        // What was found counts even if the search was cut short.
        order.bring_best_to_front();
        if worker.stopped {
            found.proven = false;
            return found;
        }
        moves[line].exact = found.proven && found.bound == Bound::Exact;
        moves[line].verified = false;
        if line == 0 && moves.len() == worker.position.count_moves() {
            let key = worker.key();
            let best = match found.bound {
                Bound::Upper => None,
                Bound::Lower | Bound::Exact => MoveCode::new(worker.position.code(moves[0].m)),
            };
            worker.means.table.store(key.key, worker.entry(key, args, found, best));
        }
        found
    }
}

/// The root moves of one pass in the order in which they are tried.
struct Order<'a, M> {
    moves: &'a mut [RootMove<M>],
    /// The index of each move, and whether it has been put off.
    order: Vec<(usize, bool)>,
    /// The index of the best move.
    best: usize,
}

impl<'a, M> Order<'a, M> {
    fn new(moves: &'a mut [RootMove<M>]) -> Self {
        let order = (0..moves.len()).map(|index| (index, false)).collect();
        Self { moves, order, best: 0 }
    }

    /// The order of the others stays as it is.
    fn bring_best_to_front(self) {
        self.moves[..=self.best].rotate_right(1);
    }
}

impl<P: Position> MoveList<P> for Order<'_, P::Move> {
    fn pick(&mut self, _worker: &mut Worker<'_, P>, n: usize) -> Option<P::Move> {
        let &(index, _) = self.order.get(n)?;
        Some(self.moves[index].m)
    }

    fn child_key(&self, worker: &Worker<'_, P>, _depth: i32) -> Option<Key> {
        Some(worker.key())
    }

    /// Nothing is overlooked near the root.
    fn reduction(&self, _worker: &Worker<'_, P>, _depth: i32, _n: usize) -> i32 {
        0
    }

    fn put_off(&mut self, _worker: &mut Worker<'_, P>, n: usize) {
        self.order[n].1 = true;
        self.order[n..].rotate_left(1);
    }

    fn is_put_off(&self, _worker: &Worker<'_, P>, n: usize) -> bool {
        self.order[n].1
    }

    fn improve(
        &mut self,
        worker: &mut Worker<'_, P>,
        ply: usize,
        n: usize,
        m: P::Move,
        value: Value,
    ) {
        let (index, _) = self.order[n];
        let root_move = &mut self.moves[index];
        root_move.value = value;
        root_move.variation.clear();
        root_move.variation.push(m);
        root_move.variation.extend_from_slice(worker.variations.line(ply + 1));
        self.best = index;
    }

    /// Killers and history learn nothing at the root.
    fn refute(&mut self, _worker: &mut Worker<'_, P>, _args: NodeArgs, _n: usize) {}
}
