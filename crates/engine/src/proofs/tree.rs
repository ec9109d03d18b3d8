//! The tree of a proof and its proof numbers. Each position has two: the work that seems to be left
//! to show that the first player wins, and to show that the first player does not win.

use std::collections::{HashMap, HashSet};

use super::journal::JournalRecord;
use super::means::ProofMeans;
use sarsen_core::game::{Actor, Outcome, Player, Position};

/// A position that another thread is searching seems to need this many times as much work, for the
/// player who chooses the move to it. For the opponent it seems to need no more work than before.
/// So two threads refute two replies to the same move, and not replies to two different moves.
const IN_FLIGHT: f64 = 16.0;

/// The limit of what the evaluator adds to the logarithm of the odds. A small limit works best: the
/// evaluator then does little more than settle ties.
const EVALUATOR_ODDS: f64 = 0.25;

/// The points for which the evaluator adds half of this limit.
const HALF_POINTS: f64 = 1000.0;

/// Work in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Left {
    /// To show that the first player wins. 0 if that is known, infinite if it is known to be wrong.
    pub(super) win: f64,
    /// To show that the first player does not win.
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
struct ProofNode {
    left: Left,
    /// Whether its moves are in the tree.
    is_inner: bool,
}

/// Positions by the key that all their images share.
#[derive(Default)]
pub(super) struct ProofTree {
    nodes: HashMap<u64, ProofNode>,
    /// The logarithms of the odds that the first player wins, for positions estimated by playouts.
    odds: HashMap<u64, f64>,
    /// Codes of moves that show who wins. The codes are for the image to which the key belongs.
    codes: HashMap<u64, u16>,
}

/// An end of the tree, where there is work to do.
pub(super) struct Leaf<P: Position> {
    pub(super) position: P,
    /// The moves that lead to it.
    pub(super) path: Vec<P::Move>,
}

impl ProofTree {
    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Notes who wins the positions of a key.
    pub(super) fn decide(&mut self, record: JournalRecord) {
        let JournalRecord { key, first_wins, code } = record;
        self.nodes.insert(key, ProofNode { left: Left::known(first_wins), is_inner: false });
        self.codes.extend(code.map(|code| (key, code)));
    }

    /// A move with which the player who acts gets the wanted result, if one is known.
    pub(super) fn choice<P: Position>(&self, position: &P) -> Option<P::Move> {
        let moves = position.legal_moves();
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

    /// Whether the first player wins, if that is known.
    pub(super) fn answer<P: Position>(&self, position: &P) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome == Outcome::Win(Player::First));
        }
        self.nodes.get(&position.canonical().0)?.left.answer()
    }

    /// The work that seems to be left.
    pub(super) fn left<P: Position>(&self, position: &P, means: &ProofMeans<'_, P>) -> [f64; 2] {
        let Left { win, not } = self.look(position, means).1;
        [win, not]
    }

    /// The work that seems to be left to find out who wins a position with `moves` moves.
    pub(super) fn least<P: Position>(
        &self,
        position: &P,
        moves: usize,
        means: &ProofMeans<'_, P>,
    ) -> f64 {
        let (key, Left { win, not }) = self.look(position, means);
        // Until the moves are in the tree, the numbers do not show that one player needs only one
        // of the moves and the other player must refute all of them.
        let is_inner = self.nodes.get(&key).is_some_and(|node| node.is_inner);
        let all = if is_inner { 1.0 } else { moves as f64 };
        let first_acts = position.actor() == Actor::Player(Player::First);
        if first_acts { win.min(all * not) } else { not.min(all * win) }
    }

    /// The key of a position, and the work that seems to be left there.
    fn look<P: Position>(&self, position: &P, means: &ProofMeans<'_, P>) -> (u64, Left) {
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
            EVALUATOR_ODDS * points / (points.abs() + HALF_POINTS)
        });
        let left = Left { win: seconds * (-odds).exp(), not: seconds * odds.exp() };
        (key, left)
    }

    /// Notes the logarithms of the odds that the first player wins, by the keys of positions.
    pub(super) fn note_odds(&mut self, odds: Vec<(u64, f64)>) {
        self.odds.extend(odds);
    }

    /// Whether the position of a key has been estimated by playouts.
    pub(super) fn has_odds(&self, key: u64) -> bool {
        self.odds.contains_key(&key)
    }

    /// Descends to the end where the least work seems to be left. `None` if another thread is
    /// already there.
    pub(super) fn descend<P: Position>(
        &self,
        start: &P,
        means: &ProofMeans<'_, P>,
        in_flight: &HashSet<u64>,
    ) -> Option<Leaf<P>> {
        let mut position = start.clone();
        let mut path = Vec::new();
        loop {
            let key = position.canonical().0;
            if !self.nodes.get(&key).is_some_and(|node| node.is_inner) {
                return (!in_flight.contains(&key)).then_some(Leaf { position, path });
            }
            let first_acts = position.actor() == Actor::Player(Player::First);
            let mut best = None;
            for (m, _, left) in self.moves(&position, means, in_flight) {
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

    /// The moves of a position. With each come the key of the position one move ahead and the work
    /// that seems to be left there.
    fn moves<P: Position>(
        &self,
        position: &P,
        means: &ProofMeans<'_, P>,
        in_flight: &HashSet<u64>,
    ) -> Vec<(P::Move, u64, Left)> {
        let moves = position.legal_moves();
        let mut position = position.clone();
        let first_acts = position.actor() == Actor::Player(Player::First);
        let look = |m: P::Move| {
            let undo = position.make(m);
            let (key, mut left) = self.look(&position, means);
            position.unmake(m, undo);
            if in_flight.contains(&key) {
                *if first_acts { &mut left.win } else { &mut left.not } *= IN_FLIGHT;
            }
            (m, key, left)
        };
        moves.into_iter().map(look).collect()
    }

    /// Adds the moves of a position to the tree, with the odds of the positions one move ahead.
    pub(super) fn expand<P: Position>(
        &mut self,
        position: &P,
        odds: Vec<(u64, f64)>,
        means: &ProofMeans<'_, P>,
    ) {
        self.note_odds(odds);
        let (key, left) = self.look(position, means);
        self.nodes.insert(key, ProofNode { left, is_inner: true });
    }

    /// Brings all positions of a path up to date, from its end to the start.
    pub(super) fn update<P: Position>(
        &mut self,
        start: &P,
        path: &[P::Move],
        means: &ProofMeans<'_, P>,
        in_flight: &HashSet<u64>,
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
                let left = self.sum_up(position, means, in_flight);
                self.nodes.insert(key, ProofNode { left, is_inner: left.answer().is_none() });
            }
        }
    }

    /// The work left at a position, from the work left after each move. The player who acts needs
    /// one move. The opponent must refute all moves.
    fn sum_up<P: Position>(
        &self,
        position: &P,
        means: &ProofMeans<'_, P>,
        in_flight: &HashSet<u64>,
    ) -> Left {
        let mut moves = self.moves(position, means, in_flight);
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
