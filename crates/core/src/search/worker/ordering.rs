//! Move ordering: table move, killers, history, the evaluator's hints.
//!
//! Killers: S. Akl and M. Newborn, "The principal continuation and the killer heuristic", 1977.
//! History: J. Schaeffer, "The history heuristic", 1983, with a decay towards zero.

use super::NodeArgs;
use crate::game::{Evaluator, Player, Position};
use crate::search::{MAX_PLY, Techniques};
use crate::transposition::MoveCode;

const TABLE_MOVE: i64 = 1 << 30;
const KILLERS: [i64; 2] = [1 << 20, 1 << 19];

/// History scores stay within plus and minus this.
const HISTORY_MAX: i32 = 1 << 14;

/// This many moves of a node are picked one by one, and most nodes need no more. After that, the
/// rest is sorted.
const PICKED: usize = 3;

/// What the search remembers of good moves, and the order of the moves of every open node.
pub(crate) struct MoveOrdering {
    techniques: Techniques,
    /// Two for each ply, the latest first.
    killers: Vec<[Option<MoveCode>; 2]>,
    /// For each player, a score for each move code.
    history: [Vec<i32>; 2],
    hints: Vec<i32>,
    /// One number for each move of each open node: its score, then its index among the node's
    /// moves, so that moves of equal score keep the order in which the game lists them.
    ranks: Vec<u64>,
}

impl MoveOrdering {
    pub(crate) fn new(codes: usize, techniques: Techniques) -> Self {
        Self {
            techniques,
            killers: vec![[None; 2]; MAX_PLY + 2],
            history: [vec![0; codes], vec![0; codes]],
            hints: Vec::with_capacity(1024),
            ranks: Vec::with_capacity(MAX_PLY * 64),
        }
    }

    /// Opens a node: ranks its moves. Returns where the ranks begin, which names the node until
    /// [`close`](Self::close).
    #[inline]
    pub(crate) fn open<P: Position>(
        &mut self,
        evaluator: &dyn Evaluator<P>,
        position: &P,
        moves: &[P::Move],
        player: Player,
        ply: usize,
        table_code: Option<MoveCode>,
    ) -> usize {
        let from = self.ranks.len();
        self.hints.clear();
        self.hints.resize(moves.len(), 0);
        evaluator.order(position, moves, &mut self.hints);
        let killers = self.killers[ply];
        let history = &self.history[player.index()];
        for (index, (&m, &hint)) in moves.iter().zip(&self.hints).enumerate() {
            let number = position.code(m);
            let code = MoveCode::new(number);
            let score = if code == table_code {
                TABLE_MOVE
            } else if code == killers[0] {
                KILLERS[0]
            } else if code == killers[1] {
                KILLERS[1]
            } else {
                i64::from(history[usize::from(number)]) + i64::from(hint)
            };
            // The greatest number is picked first: the greatest score, then the smallest index.
            let biased = (score + (1 << 31)).clamp(1, i64::from(u32::MAX)) as u64;
            self.ranks.push(biased << 32 | u64::from(u32::MAX - index as u32));
        }
        from
    }

    /// The index of the `n`th best move of the node opened at `from`. Ask in ascending order.
    #[inline]
    pub(crate) fn pick(&mut self, from: usize, n: usize) -> usize {
        let rest = &mut self.ranks[from + n..];
        if n == PICKED {
            rest.sort_unstable_by(|a, b| b.cmp(a));
        } else if n < PICKED {
            let mut best = 0;
            for i in 1..rest.len() {
                if rest[i] > rest[best] {
                    best = i;
                }
            }
            rest.swap(0, best);
        }
        (u32::MAX - rest[0] as u32) as usize
    }

    /// Puts off the `n`th move, picked last, until all others have been picked. The next one
    /// becomes the `n`th.
    pub(crate) fn put_off(&mut self, from: usize, n: usize) {
        let rest = &mut self.ranks[from + n..];
        rest[0] &= u64::from(u32::MAX);
        rest.rotate_left(1);
    }

    /// Whether the `n`th move, picked last, has been put off.
    pub(crate) fn is_put_off(&self, from: usize, n: usize) -> bool {
        self.ranks[from + n] <= u64::from(u32::MAX)
    }

    /// Closes the node opened at `from`.
    #[inline]
    pub(crate) fn close(&mut self, from: usize) {
        self.ranks.truncate(from);
    }

    /// Rewards the `n`th move picked at the node opened at `from`, which refuted the node, and
    /// penalizes those picked before it. `code_of` gives the code of a move by its index.
    #[inline]
    pub(crate) fn reward(
        &mut self,
        args: NodeArgs,
        from: usize,
        n: usize,
        code_of: impl Fn(usize) -> u16,
    ) {
        let code_at = |rank: u64| code_of((u32::MAX - rank as u32) as usize);
        let refutation = code_at(self.ranks[from + n]);
        let killer = MoveCode::new(refutation);
        let killers = &mut self.killers[args.ply];
        if self.techniques.killers && killers[0] != killer {
            *killers = [killer, killers[0]];
        }
        if !self.techniques.history {
            return;
        }
        let bonus = (args.depth * args.depth).clamp(1, 400);
        let history = &mut self.history[args.me.index()];
        nudge(&mut history[usize::from(refutation)], bonus);
        for &rank in &self.ranks[from..from + n] {
            nudge(&mut history[usize::from(code_at(rank))], -bonus);
        }
    }
}

/// Changes a history score. The nearer the score is to its limit, the smaller the change.
fn nudge(score: &mut i32, bonus: i32) {
    *score += bonus - *score * bonus.abs() / HISTORY_MAX;
}
