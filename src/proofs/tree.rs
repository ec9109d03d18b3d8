//! The tree of a proof: for each position how much work seems to be left to show that the first
//! player wins, or that he does not.

use std::collections::{HashMap, HashSet};

use super::Means;
use super::journal::Record;
use crate::game::{Actor, Outcome, Player, Position};

/// How many times as much work something seems that another thread is at, to whoever chooses it.
/// What he chooses seems no more for that to the other one: of two threads one refutes one reply
/// and the other another, instead of a reply to another move.
const BUSY: f64 = 16.0;

/// How much the evaluator counts: it hardly does more than settle what is equal otherwise, which is
/// best.
const OPINION: f64 = 0.25;

/// The points at which the evaluator counts for half of what it can.
const HALF: f64 = 1000.0;

/// Work in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Left {
    /// To show that the first player wins: 0 if it is known, infinite if he does not.
    pub(super) win: f64,
    /// To show that he does not.
    pub(super) not: f64,
}

impl Left {
    const fn known(first_wins: bool) -> Self {
        if first_wins {
            Self { win: 0.0, not: f64::INFINITY }
        } else {
            Self { win: f64::INFINITY, not: 0.0 }
        }
    }

    fn answer(self) -> Option<bool> {
        if self.win == 0.0 {
            Some(true)
        } else if self.not == 0.0 {
            Some(false)
        } else {
            None
        }
    }
}

/// A position of the tree.
#[derive(Clone, Copy)]
struct Node {
    left: Left,
    /// Whether its moves are in the tree.
    is_inner: bool,
}

/// Positions by the key that all their images share.
#[derive(Default)]
pub(super) struct Tree {
    nodes: HashMap<u64, Node>,
    /// The logarithms of the odds that the first player wins, where games have been played to find
    /// that out.
    odds: HashMap<u64, f64>,
    /// Codes of moves that show who wins a position, in the image that its key belongs to.
    codes: HashMap<u64, u16>,
}

/// An end of the tree, where there is something to do.
pub(super) struct Leaf<P: Position> {
    pub(super) position: P,
    /// The moves that lead to it.
    pub(super) path: Vec<P::Move>,
}

impl Tree {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Notes who wins the positions of a key.
    pub(super) fn decide(&mut self, Record { key, first_wins, code }: Record) {
        self.nodes.insert(key, Node { left: Left::known(first_wins), is_inner: false });
        self.codes.extend(code.map(|code| (key, code)));
    }

    /// A move that shows that the player who acts has what he wants, if one is known.
    pub(super) fn choice<P: Position>(&self, position: &P) -> Option<P::Move> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let (key, symmetry) = position.canonical();
        if let Some(&code) = self.codes.get(&key) {
            let code_of = |m: P::Move| position.map_code(position.code(m), symmetry);
            return moves.into_iter().find(|&m| code_of(m) == code);
        }
        let wanted = Some(position.actor() == Actor::Player(Player::First));
        let shows = |m: &P::Move| {
            let mut after = position.clone();
            after.make(*m);
            self.answer(&after) == wanted
        };
        moves.into_iter().find(shows)
    }

    /// Whether the first player wins, as far as it is known.
    pub(super) fn answer<P: Position>(&self, position: &P) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome == Outcome::Win(Player::First));
        }
        self.nodes.get(&position.canonical().0)?.left.answer()
    }

    /// The work that seems to be left.
    pub(super) fn left<P: Position>(&self, position: &P, means: &Means<'_, P>) -> [f64; 2] {
        let Left { win, not } = self.look(position, means).1;
        [win, not]
    }

    /// The work that seems to be left to find out who wins a position with so many moves.
    pub(super) fn least<P: Position>(
        &self,
        position: &P,
        moves: usize,
        means: &Means<'_, P>,
    ) -> f64 {
        let (key, Left { win, not }) = self.look(position, means);
        // Until its moves are in the tree nothing says that one player needs one of them, and the
        // other must refute all.
        let is_inner = self.nodes.get(&key).is_some_and(|node| node.is_inner);
        let all = if is_inner { 1.0 } else { moves as f64 };
        let first_acts = position.actor() == Actor::Player(Player::First);
        if first_acts { win.min(all * not) } else { not.min(all * win) }
    }

    /// The key of a position, and the work that seems to be left.
    fn look<P: Position>(&self, position: &P, means: &Means<'_, P>) -> (u64, Left) {
        let key = position.canonical().0;
        if let Some(outcome) = position.outcome() {
            return (key, Left::known(outcome == Outcome::Win(Player::First)));
        }
        if let Some(node) = self.nodes.get(&key) {
            return (key, node.left);
        }
        let seconds = means.solver.estimate(position).as_secs_f64();
        let odds = self.odds.get(&key).copied().unwrap_or_else(|| {
            let points = f64::from(means.evaluator.evaluate(position, Player::First));
            OPINION * points / (points.abs() + HALF)
        });
        let left = Left { win: seconds * (-odds).exp(), not: seconds * odds.exp() };
        (key, left)
    }

    /// Notes the logarithms of the odds that the first player wins, by the keys of positions.
    pub(super) fn weigh(&mut self, opinions: Vec<(u64, f64)>) {
        self.odds.extend(opinions);
    }

    /// Whether games have been played from the position of a key.
    pub(super) fn is_weighed(&self, key: u64) -> bool {
        self.odds.contains_key(&key)
    }

    /// Descends to where the least work seems to be left; none if another thread is there already.
    pub(super) fn descend<P: Position>(
        &self,
        start: &P,
        means: &Means<'_, P>,
        busy: &HashSet<u64>,
    ) -> Option<Leaf<P>> {
        let mut position = start.clone();
        let mut path = Vec::new();
        loop {
            let key = position.canonical().0;
            if !self.nodes.get(&key).is_some_and(|node| node.is_inner) {
                return (!busy.contains(&key)).then_some(Leaf { position, path });
            }
            let first_acts = position.actor() == Actor::Player(Player::First);
            let mut best = None;
            for (m, _, left) in self.moves(&position, means, busy) {
                let left = if first_acts { left.win } else { left.not };
                if best.is_none_or(|(_, least)| left < least) {
                    best = Some((m, left));
                }
            }
            let (m, _) = best?;
            position.make(m);
            path.push(m);
        }
    }

    /// The moves of a position, with the keys of the positions they lead to and the work that seems
    /// to be left there.
    fn moves<P: Position>(
        &self,
        position: &P,
        means: &Means<'_, P>,
        busy: &HashSet<u64>,
    ) -> Vec<(P::Move, u64, Left)> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let mut position = position.clone();
        let first_acts = position.actor() == Actor::Player(Player::First);
        let look = |m: P::Move| {
            let undo = position.make(m);
            let (key, mut left) = self.look(&position, means);
            position.unmake(m, undo);
            if busy.contains(&key) {
                *if first_acts { &mut left.win } else { &mut left.not } *= BUSY;
            }
            (m, key, left)
        };
        moves.into_iter().map(look).collect()
    }

    /// Adds the moves of a position to the tree, with what is to be expected of the positions that
    /// they lead to.
    pub(super) fn expand<P: Position>(
        &mut self,
        position: &P,
        opinions: Vec<(u64, f64)>,
        means: &Means<'_, P>,
    ) {
        self.weigh(opinions);
        let (key, left) = self.look(position, means);
        self.nodes.insert(key, Node { left, is_inner: true });
    }

    /// Brings all positions of a path up to date, from its end on.
    pub(super) fn update<P: Position>(
        &mut self,
        start: &P,
        path: &[P::Move],
        means: &Means<'_, P>,
        busy: &HashSet<u64>,
    ) {
        let mut positions = vec![start.clone()];
        for &m in path {
            let mut next = positions[positions.len() - 1].clone();
            next.make(m);
            positions.push(next);
        }
        for position in positions.iter().rev() {
            let key = position.canonical().0;
            if self.nodes.get(&key).is_some_and(|node| node.is_inner) {
                let left = self.sum_up(position, means, busy);
                self.nodes.insert(key, Node { left, is_inner: left.answer().is_none() });
            }
        }
    }

    /// The work left at a position by that of its moves: whoever acts needs one of them, the other
    /// one must refute all.
    fn sum_up<P: Position>(&self, position: &P, means: &Means<'_, P>, busy: &HashSet<u64>) -> Left {
        let mut moves = self.moves(position, means, busy);
        // Images of each other count once.
        moves.sort_unstable_by_key(|&(_, key, _)| key);
        moves.dedup_by_key(|&mut (_, key, _)| key);
        let first_acts = position.actor() == Actor::Player(Player::First);
        let (mut least, mut sum) = (f64::INFINITY, 0.0);
        for (_, _, left) in moves {
            let (one, all) = if first_acts { (left.win, left.not) } else { (left.not, left.win) };
            least = least.min(one);
            sum += all;
        }
        if first_acts { Left { win: least, not: sum } } else { Left { win: sum, not: least } }
    }
}
