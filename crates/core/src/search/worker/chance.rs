//! Chance nodes: the expectation over all outcomes, without those that cannot matter.
//!
//! Star1 and Star2: B. Ballard, "The *-minimax search procedure for trees containing chance nodes",
//! 1983; T. Hauk, M. Buro and J. Schaeffer, "Rediscovering *-minimax search", 2004. What is new
//! here: values in the table, of the node and of its outcomes, and probes only where an earlier
//! search or the evaluation promises a cutoff.

use super::expectation::{Branch, Expectation};
use super::{Footing, Found, Key, NodeArgs, Worker};
use crate::game::value::{INFINITE, Value, from_node};
use crate::game::{Actor, Bound, Player, Position};
use crate::transposition::{Entry, MoveCode};

/// From this depth on, the table is asked about the outcomes before any of them is searched.
const LOOK_UP_DEPTH: i32 = 2;

/// From this depth on, one move of each outcome is tried first where that promises a cutoff.
const PROBE_DEPTH: i32 = 2;

impl<P: Position> Worker<'_, P> {
    /// The expected value of the current position, in which chance acts and it is the turn of
    /// `args.me`. `key` is its key, if that has been computed.
    ///
    /// If every outcome wins, so does the position, at the latest when the slowest of them does.
    /// The same holds for losses. Otherwise a win counts as the greatest evaluation, a loss as the
    /// least. As in [`node`](Self::node), the value is exact between alpha and beta, and a bound
    /// elsewhere (fail-soft).
    pub(super) fn chance(&mut self, args: NodeArgs, key: Option<Key>) -> Value {
        if !P::HAS_CHANCE {
            unreachable!("chance acts in a game whose HAS_CHANCE is false");
        }
        let NodeArgs { me, depth, ply, .. } = args;
        self.variations.clear(ply);
        if let Some(value) = self.arrive(me, ply) {
            return value;
        }
        if let Some(oracle) = self.means.oracle
            && let Some(known) = oracle.probe(&self.position)
            && let Some(value) = self.take_known(known, args)
        {
            return value;
        }
        if self.is_horizon(depth, ply) {
            return self.evaluate(me);
        }
        let args = NodeArgs { depth: depth.max(0), keeps_line: false, ..args };
        let key = key.unwrap_or_else(|| self.key());
        let entry = self.table_for(args.depth).probe(key.key);
        if let Some(value) = entry.and_then(|entry| self.usable(&entry, args, false)) {
            return value;
        }
        let leaves_before = self.heuristic_leaves;
        let footing_before = std::mem::replace(&mut self.footing, Footing::NOTHING);
        let (first_move, first_branch) = (self.moves.len(), self.branches.len());
        self.open_branches();
        let guess = entry.map(|entry| from_node(entry.value, ply));
        let found = self.search_branches(args, first_branch, guess);
        self.moves.truncate(first_move);
        self.branches.truncate(first_branch);
        let footing = self.footing;
        self.footing = footing_before.and(footing.left_above(ply));
        self.variations.clear(ply);
        if self.stopped {
            return 0;
        }
        let (value, bound) = found;
        let proven = self.heuristic_leaves == leaves_before;
        let found = Found { value, bound, proven, holds_anywhere: !footing.is_above(ply) };
        self.remember(key, args, found, None);
        value
    }

    /// Lists the outcomes, the likeliest first.
    fn open_branches(&mut self) {
        let (first_move, first) = (self.moves.len(), self.branches.len());
        self.position.moves(&mut self.moves);
        for &outcome in &self.moves[first_move..] {
            self.branches.push(Branch::new(outcome, self.position.weight(outcome)));
            // Few outcomes are out of order, so that each finds its place soon.
            let mut at = self.branches.len() - 1;
            while at > first && self.branches[at - 1].weight() < self.branches[at].weight() {
                self.branches.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    /// The value of the current position, or a bound, from its branches, which begin at `first`.
    /// `guess` is what an earlier search has found.
    fn search_branches(
        &mut self,
        args: NodeArgs,
        first: usize,
        guess: Option<Value>,
    ) -> (Value, Bound) {
        let mut expectation = Expectation::new(&self.branches[first..]);
        if args.depth >= LOOK_UP_DEPTH {
            for at in first..self.branches.len() {
                self.look_up(args, &mut expectation, at);
            }
            if let Some(found) = self.settled(args, &expectation, first) {
                return found;
            }
        }
        if args.depth >= PROBE_DEPTH
            && let Some(found) = self.probe_branches(args, &mut expectation, first, guess)
        {
            return found;
        }
        for at in first..self.branches.len() {
            if self.branches[at].is_known() {
                continue;
            }
            self.search_branch(args, &mut expectation, at, None);
            if self.stopped {
                return (0, Bound::Exact);
            }
            if let Some(found) = self.settled(args, &expectation, first) {
                return found;
            }
        }
        (expectation.least(&self.branches[first..]), Bound::Exact)
    }

    /// The result, if what is known of the branches is enough.
    fn settled(
        &self,
        args: NodeArgs,
        expectation: &Expectation,
        first: usize,
    ) -> Option<(Value, Bound)> {
        let branches = &self.branches[first..];
        let (least, most) = (expectation.least(branches), expectation.most(branches));
        if least == most {
            Some((least, Bound::Exact))
        } else if least >= args.beta {
            Some((least, Bound::Lower))
        } else if most <= args.alpha {
            Some((most, Bound::Upper))
        } else {
            None
        }
    }

    /// Takes from the table what it knows of a branch.
    fn look_up(&mut self, args: NodeArgs, expectation: &mut Expectation, at: usize) {
        let roll = self.branches[at].outcome;
        let undo = self.position.make(roll);
        let below = args.below(0);
        let mut known = None;
        if self.position.outcome().is_none() && self.position.path().is_none() {
            let turn = self.position.actor().turn();
            let entry = self.table_for(below.depth).probe(self.key().key);
            let entry = entry.filter(|entry| self.reaches(entry.depth, below.depth));
            known = entry.map(|known| if turn == args.me { known } else { known.opposite() });
        }
        self.position.unmake(roll, undo);
        if let Some(Entry { value, bound, depth, .. }) = known {
            let value = from_node(value, below.ply);
            expectation.learn_bound(&mut self.branches[at], value, bound);
            self.heuristic_leaves += u64::from(!depth.is_proven());
        }
    }

    /// Tries one move of each branch, if there is hope that this suffices: if all branches are the
    /// opponent's and the value is low, or all are the player's own and it is high (Star2).
    fn probe_branches(
        &mut self,
        args: NodeArgs,
        expectation: &mut Expectation,
        first: usize,
        guess: Option<Value>,
    ) -> Option<(Value, Bound)> {
        let guess = guess.unwrap_or_else(|| self.means.evaluator.evaluate(&self.position, args.me));
        if guess > args.alpha && guess < args.beta {
            return None;
        }
        for at in first..self.branches.len() {
            if self.branches[at].is_known() {
                continue;
            }
            let Actor::Player(next) = self.actor_after(at) else { return None };
            let promises = if next == args.me { guess >= args.beta } else { guess <= args.alpha };
            if !promises {
                return None;
            }
            self.search_branch(args, expectation, at, Some(next));
            if self.stopped {
                return Some((0, Bound::Exact));
            }
            if let Some(found) = self.settled(args, expectation, first) {
                return Some(found);
            }
        }
        None
    }

    /// Who acts after an outcome.
    fn actor_after(&mut self, at: usize) -> Actor {
        let roll = self.branches[at].outcome;
        let undo = self.position.make(roll);
        let actor = self.position.actor();
        self.position.unmake(roll, undo);
        actor
    }

    /// Searches a branch, or only the first move there if `prober` is the player who makes it.
    fn search_branch(
        &mut self,
        args: NodeArgs,
        expectation: &mut Expectation,
        at: usize,
        prober: Option<Player>,
    ) {
        let roll = self.branches[at].outcome;
        let (low, high) = expectation.window(&self.branches[at], (args.alpha, args.beta));
        let below = NodeArgs { alpha: low, beta: high, ..args }.below(0);
        let undo = self.position.make(roll);
        let (value, bound) = match prober {
            None => {
                let value = self.child(below, None);
                (value, bound_of(value, low, high))
            }
            Some(next) if next == args.me => self.probe_node(below),
            Some(next) => {
                let (value, bound) = self.probe_node(below.seen_by(next));
                (-value, bound.opposite())
            }
        };
        self.position.unmake(roll, undo);
        if !self.stopped {
            expectation.learn_bound(&mut self.branches[at], value, bound);
        }
    }

    /// A bound of the value of the current position, in which `args.me` is to act, from its most
    /// promising move alone. Perhaps the value itself.
    fn probe_node(&mut self, args: NodeArgs) -> (Value, Bound) {
        if let Some(value) = self.visit(args) {
            return (value, Bound::Exact);
        }
        let key = self.key();
        let mut table_code = None;
        if let Some(entry) = self.table_for(args.depth).probe(key.key) {
            if let Some(value) = self.usable(&entry, args, false) {
                return (value, bound_of(value, args.alpha, args.beta));
            }
            table_code = self.code_from(entry.code, key.symmetry);
        }
        let leaves_before = self.heuristic_leaves;
        let footing_before = std::mem::replace(&mut self.footing, Footing::NOTHING);
        let (m, is_only) = self.best_looking(args, table_code);
        let undo = self.position.make(m);
        let value = self.child(args.below(0), None);
        self.position.unmake(m, undo);
        let footing = self.footing;
        self.footing = footing_before.and(footing.left_above(args.ply));
        if self.stopped {
            return (0, Bound::Exact);
        }
        let bound = match bound_of(value, args.alpha, args.beta) {
            bound if is_only => bound,
            // Another move may be better.
            Bound::Upper => return (-INFINITE, Bound::Lower),
            Bound::Exact | Bound::Lower => Bound::Lower,
        };
        let proven = self.heuristic_leaves == leaves_before;
        let found = Found { value, bound, proven, holds_anywhere: !footing.is_above(args.ply) };
        self.remember(key, args, found, MoveCode::new(self.position.code(m)));
        (value, bound)
    }
}

/// How a value found in a window relates to the true one.
fn bound_of(value: Value, alpha: Value, beta: Value) -> Bound {
    if value <= alpha {
        Bound::Upper
    } else if value >= beta {
        Bound::Lower
    } else {
        Bound::Exact
    }
}
