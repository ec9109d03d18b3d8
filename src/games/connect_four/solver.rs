//! Connect Four solved: the exact score of any position, by a search that knows nothing but this game.
//!
//! Null windows, a store of bounds, moves looked at side by side in the lanes of a vector ([`processor`]), forced replies
//! followed without a node ([`node`]), and above all a bound at a glance ([`bound`]).
//!
//! ```
//! use sarsen::game::{Game, Position};
//! use sarsen::games::connect_four::{Small, Solver};
//!
//! let game = Small::new(7, 6)?;
//! let mut board = game.start();
//! for column in "44444714337755".chars() {
//!     let m = board.parse_move(&column.to_string())?;
//!     board.make(m);
//! }
//! let mut solver = Solver::new(&game, 8);
//! let solution = solver.solve(&board, u64::MAX).ok_or("the game is over")?;
//! println!("{} after {} nodes", solution.score, solution.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bound;
mod node;
mod processor;
mod shape;
mod store;

use node::{Quiet, Resolved, Search};
#[cfg(target_arch = "x86_64")]
use processor::vectors::{Avx2, Avx512};
use processor::{Any, Processor};
use shape::Shape;
use store::Store;

use super::ConnectFour;
use super::board::Board;
use super::word::Word;
use crate::game::Position;
use crate::value::{Value, loss_in, win_in};

/// Positions that each far end of the scores may be tried with at first; thrice as many near the middle.
const FIRST_SHARE: u64 = 50;

/// With more than this the ends are not tried any more.
const LAST_SHARE: u64 = 20_000;

/// What is known of a position, for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// In the measure of this game's literature: 0 for a draw; for a win of the player to move the number of stones that he has
    /// left before the winning one, itself among them; the same for a loss, less than zero.
    pub score: i32,
    /// The same in the engine's measure, with the number of plies to the end.
    pub value: Value,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves positions of one board size. What it has learnt helps it with the next position.
pub struct Solver<W> {
    shape: Shape<W>,
    store: Store,
}

impl<W: Word> Solver<W> {
    /// A solver with so many MiB of memory, or the next smaller power of two. Eight are best for positions that take
    /// seconds: what is in the processor's caches is worth more than what is remembered.
    #[must_use]
    pub fn new(game: &ConnectFour<W>, mib: usize) -> Self {
        let shape = Shape::new(game.geometry());
        let bits = (mib.max(1) << 17).ilog2();
        let store = Store::new(bits, W::scatter_bits(shape.key_bits));
        Self { shape, store }
    }

    /// Forgets what has been learnt.
    pub fn clear(&mut self) {
        self.store.clear();
    }

    /// Solves a position within so many nodes; none if it takes more, or if the game is over. The same solver, cleared, visits the
    /// same nodes each time.
    pub fn solve(&mut self, board: &Board<W>, nodes: u64) -> Option<Solution> {
        if board.outcome().is_some() {
            return None;
        }
        let mut search = Search::new(&self.shape, &self.store);
        let score = solve(&mut search, board, nodes)?;
        Some(Solution { score, value: value(score, board.plies_left()), nodes: search.nodes })
    }
}

/// A score as a value, with so many cells empty.
fn value(score: i32, empty: u32) -> Value {
    let twice = 2 * score.unsigned_abs();
    match score.signum() {
        // The winner's last stone is the first, third and so on from here; the loser's opponent's the second.
        1 => win_in((empty + 1 - twice) | 1),
        -1 => loss_in((empty + 2 - twice) & !1),
        _ => 0,
    }
}

/// The score of an unfinished position.
fn solve<W: Word>(search: &mut Search<'_, W>, board: &Board<W>, nodes: u64) -> Option<i32> {
    let own = board.stones(board.to_move());
    let occupied = board.occupied();
    let shape = search.shape;
    if !(shape.threats(own, occupied) & shape.playable(occupied)).is_zero() {
        return Some((board.plies_left() as i32 + 1) / 2);
    }
    match search.resolve(own, occupied) {
        Resolved::Score(score) => Some(score),
        Resolved::Quiet(quiet) => {
            let score = here(search, quiet, nodes)?;
            Some(if quiet.is_same { score } else { -score })
        }
    }
}

/// [`narrow`]s with the best that this processor can do.
fn here<W: Word>(search: &mut Search<'_, W>, quiet: Quiet<W>, nodes: u64) -> Option<i32> {
    // Two words to a board are too many for vectors.
    #[cfg(target_arch = "x86_64")]
    if W::BITS <= u64::BITS {
        if let Some(processor) = Avx512::detect() {
            return with_lanes(processor, search, quiet, nodes);
        }
        if let Some(processor) = Avx2::detect() {
            return with_lanes(processor, search, quiet, nodes);
        }
    }
    with_lanes(Any, search, quiet, nodes)
}

/// [`narrow`]s with as many lanes as there are columns, or some more.
fn with_lanes<W: Word, C: Processor>(
    processor: C,
    search: &mut Search<'_, W>,
    quiet: Quiet<W>,
    nodes: u64,
) -> Option<i32> {
    match search.shape.geometry.width() {
        ..=8 => narrow::<W, 8, C>(processor, search, quiet, nodes),
        9..=16 => narrow::<W, 16, C>(processor, search, quiet, nodes),
        _ => narrow::<W, 32, C>(processor, search, quiet, nodes),
    }
}

/// Narrows the score of a quiet position down, first from both far ends and from the middle, a little each and then
/// more: many positions are lost or won soon, and that is known soonest from there; then from the middle alone, by null
/// windows at the bound that was found last (A. Plaat et al., "MTD(f), a minimax algorithm faster than NegaScout", 1996).
fn narrow<W: Word, const N: usize, C: Processor>(
    processor: C,
    search: &mut Search<'_, W>,
    Quiet { own, occupied, .. }: Quiet<W>,
    nodes: u64,
) -> Option<i32> {
    let empty = (search.shape.geometry.size() - occupied.count_ones()) as i32;
    let (mut least, mut most) = (-((empty - 2) / 2), (empty - 1) / 2);
    let from_middle = |least: i32, most: i32| {
        if least >= 0 {
            least + 1
        } else if most <= 0 {
            most
        } else {
            1
        }
    };
    let mut share = FIRST_SHARE;
    while least < most {
        let is_last = share > LAST_SHARE;
        for (end, share) in [(1, share), (-1, share), (0, 3 * share)] {
            if is_last && end != 0 {
                continue;
            }
            let limit = if is_last { nodes } else { nodes.min(search.nodes.saturating_add(share)) };
            search.node_limit = limit;
            while least < most {
                let beta = match end {
                    1 if most > 0 => most,
                    -1 if least < 0 => least + 1,
                    0 => from_middle(least, most),
                    _ => break,
                };
                let score = search.node::<N, C>(processor, own, occupied, beta);
                if search.stopped {
                    break;
                }
                if score >= beta {
                    least = least.max(score);
                } else {
                    most = most.min(score);
                }
            }
            if search.stopped && search.nodes >= nodes {
                return None;
            }
            search.stopped = false;
        }
        share *= 3;
    }
    Some(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, split_mix};
    use crate::games::connect_four::Small;

    /// Scores and nodes of some random positions, by one kind of processor.
    fn by<C: Processor>(processor: C) -> Vec<(i32, u64)> {
        let mut found = Vec::new();
        let mut random = 1;
        for (width, height, empty) in [(7, 6, 26), (5, 6, 24), (8, 7, 22), (12, 4, 22)] {
            let game = Small::new(width, height).unwrap();
            for _ in 0..20 {
                let mut board = game.start();
                let mut moves = Vec::new();
                while board.plies_left() > empty && board.outcome().is_none() {
                    moves.clear();
                    board.moves(&mut moves);
                    board.make(moves[split_mix(&mut random) as usize % moves.len()]);
                }
                let solver = Solver::new(&game, 1);
                let mut search = Search::new(&solver.shape, &solver.store);
                let (own, occupied) = (board.stones(board.to_move()), board.occupied());
                let wins = solver.shape.threats(own, occupied) & solver.shape.playable(occupied);
                if board.outcome().is_some() || !wins.is_zero() {
                    continue;
                }
                if let Resolved::Quiet(quiet) = search.resolve(own, occupied) {
                    let score = with_lanes(processor, &mut search, quiet, u64::MAX).unwrap();
                    found.push((score, search.nodes));
                }
            }
        }
        found
    }

    #[test]
    fn all_processors_visit_the_same_positions() {
        let expected = by(Any);
        assert!(expected.iter().map(|&(_, nodes)| nodes).sum::<u64>() > 1000, "{expected:?}");
        #[cfg(target_arch = "x86_64")]
        {
            assert!(Avx2::detect().is_none_or(|processor| by(processor) == expected));
            assert!(Avx512::detect().is_none_or(|processor| by(processor) == expected));
        }
    }

    #[test]
    fn scores_are_plies() {
        assert_eq!((value(21, 42), value(-21, 42), value(0, 42)), (win_in(1), loss_in(2), 0));
        assert_eq!((value(1, 42), value(-1, 42)), (win_in(41), loss_in(42)));
        assert_eq!(
            (value(21, 41), value(1, 1), value(-20, 41)),
            (win_in(1), win_in(1), loss_in(2))
        );
    }
}
