//! Connect Four solved: the exact score of any position, by a search that knows nothing but this
//! game.
//!
//! Null windows, a store of bounds, moves looked at side by side in the lanes of a vector
//! ([`mode`]), forced replies followed without a node ([`visit`]), and above all a bound at a
//! glance ([`bound`]). [`mod@drive`] is the root; each [`Technique`] can be left out, to see what
//! it is worth.
//!
//! ```
//! use sarsen::game::{Effort, Game, Position, Solver as _};
//! use sarsen::games::connect_four::{Small, Solver};
//!
//! let game = Small::new(7, 6)?;
//! let mut board = game.start();
//! for column in "44444714337755".chars() {
//!     let m = board.parse_move(&column.to_string())?;
//!     board.make(m);
//! }
//! let solver = Solver::new(&game, 8 << 20).ok_or("no memory")?;
//! let found = solver.solve(&board, &Effort::UNLIMITED);
//! let value = found.value().ok_or("the game is over")?;
//! println!("{} after {} nodes", game.literature_score(&board, value), found.nodes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bound;
mod mode;
mod order;
mod root;
mod search;
mod shape;
mod store;
mod technique;
mod visit;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use mode::{Mode, With};
use root::{Range, expected_nodes, solve_root};
use search::Search;
use shape::Shape;
use store::Store;
pub use technique::Technique;

use super::ConnectFour;
use super::board::{Board, Drop};
use super::word::Word;
use crate::game::value::{Value, distance, loss_in, win_in};
use crate::game::{Effort, Finding, Position};
use crate::solvers::techniques::{All, AllBut, Techniques};
use crate::solvers::watch::Watch;
use crate::sys::processor::{Any, Processor, Work, run};

/// Positions that are visited in a second, by the order of magnitude.
const NODES_A_SECOND: f64 = 7e6;

/// Bytes of the store with which it begins, at most: it stays in a cache of the processor that is
/// fast.
const SMALL: usize = 1 << 20;

/// A store up to this size is brought into use at once, so that the first position does not pay for
/// it.
const READY: usize = 16 << 20;

/// Solves positions of one board size. What it has learnt helps it with the next position.
pub struct Solver<W> {
    shape: Shape<W>,
    /// What is found first, while that is not much; one call at a time has it.
    small: Mutex<Small>,
    large: Store,
    is_large_used: AtomicBool,
    without: Option<Technique>,
}

/// The small store, as long as that is enough.
struct Small {
    store: Store,
    /// Positions that may still be visited with it.
    nodes: u64,
}

impl Small {
    fn new(store: Store) -> Self {
        let nodes = Self::most_nodes(&store);
        Self { store, nodes }
    }

    /// Positions after which a small store is left: five eighths of its entries are in use then.
    /// None if what is in it cannot be taken along.
    fn most_nodes(store: &Store) -> u64 {
        if store.is_complete() { store.entries() * 5 / 8 } else { 0 }
    }

    fn forget(&mut self) {
        let most = Self::most_nodes(&self.store);
        if self.nodes < most {
            self.store.clear();
            self.nodes = most;
        }
    }
}

impl<W: Word> Solver<W> {
    /// A solver with so many bytes of memory, or the next smaller power of two; none if there is no
    /// such memory. Eight MiB are best for positions that take seconds: what is in the processor's
    /// caches is worth more than what is remembered.
    #[must_use]
    pub fn new(game: &ConnectFour<W>, bytes: usize) -> Option<Self> {
        let shape = Shape::new(game.geometry());
        let store = |bytes| Store::new(bytes, W::scatter_bits(shape.key_bits));
        let (small, mut large) = (Small::new(store(SMALL.min(bytes / 8))?), store(bytes)?);
        if bytes <= READY {
            large.clear();
        }
        Some(Self {
            shape,
            small: Mutex::new(small),
            large,
            is_large_used: AtomicBool::new(false),
            without: None,
        })
    }

    /// The same solver without one of its techniques. It finds the same scores.
    #[must_use]
    pub fn without(self, technique: Technique) -> Self {
        Self { without: Some(technique), ..self }
    }

    /// Solves an unfinished position with certain techniques.
    fn solve_with<T: Techniques<Technique>>(
        &self,
        techniques: T,
        board: &Board<W>,
        effort: &Effort<'_>,
    ) -> Finding<Drop> {
        let watch = Watch::new(effort);
        // Who comes while it is in use does without.
        let has_small = techniques.has(Technique::SmallStore);
        let small = if has_small { self.small.try_lock().ok() } else { None };
        let mut small = small.filter(|small| small.nodes > 0);
        let search = |_| Search::new(&self.shape, &self.large, &watch, techniques);
        let mut searches: Vec<_> = (0..effort.threads.max(1)).map(search).collect();
        if let Some(small) = &small {
            searches[0].begin_with(&small.store, small.nodes);
        }
        let (Range { least, most }, cell) = solve(techniques, &mut searches, &watch, board);
        let nodes = watch.nodes() + searches.iter().map(Search::uncounted).sum::<u64>();
        let left = searches[0].left_with_small();
        if left == 0 {
            self.is_large_used.store(true, Relaxed);
        }
        drop(searches);
        if let Some(small) = &mut small {
            small.nodes = left;
        }
        let empty = board.plies_left();
        Finding {
            least: value(least, empty),
            most: value(most, empty),
            keeps: cell.map(|cell| Drop(cell.trailing_zeros() as u8)),
            nodes,
        }
    }
}

impl<W: Word> crate::game::Solver<Board<W>> for Solver<W> {
    fn estimate(&self, board: &Board<W>) -> Duration {
        let nodes = expected_nodes(board.geometry(), board.plies_left());
        Duration::from_secs_f64((nodes / NODES_A_SECOND).min(1e9))
    }

    fn solve(&self, board: &Board<W>, effort: &Effort<'_>) -> Finding<Drop> {
        if board.outcome().is_some() {
            return Finding::nothing(0);
        }
        match self.without {
            None => self.solve_with(All, board, effort),
            Some(technique) => self.solve_with(AllBut(technique), board, effort),
        }
    }

    fn forget(&mut self) {
        self.small.get_mut().unwrap_or_else(PoisonError::into_inner).forget();
        if std::mem::take(self.is_large_used.get_mut()) {
            self.large.clear();
        }
    }
}

/// A score as a value, with so many cells empty.
fn value(score: i32, empty: u32) -> Value {
    let twice = 2 * score.unsigned_abs();
    match score.signum() {
        // The winner's last stone is the first, third and so on from here; the loser's opponent's
        // the second.
        1 => win_in((empty + 1 - twice) | 1),
        -1 => loss_in((empty + 2 - twice) & !1),
        _ => 0,
    }
}

/// A value as a score in the measure of this game's literature, with so many cells empty: 0 for a
/// draw; for a win of the player to move the number of stones that he has left before the winning
/// one, itself among them; the same for a loss, less than zero. Where it is not known how soon the
/// game ends, it is as if it ended with the last stone.
pub(super) fn score(value: Value, empty: u32) -> i32 {
    let left = distance(value).map_or(1, |plies| (empty + 2).saturating_sub(plies) / 2);
    value.signum() * left.max(1) as i32
}

/// [Drives](drive()) it with the best that this processor can do.
fn solve<W: Word, T: Techniques<Technique>>(
    techniques: T,
    searches: &mut [Search<'_, W>],
    watch: &Watch<'_>,
    board: &Board<W>,
) -> (Range, Option<W>) {
    let work = Drive { techniques, searches, watch, board };
    // Two words to a board are too many for vectors.
    if W::BITS <= u64::BITS { run(work) } else { work.run(Any) }
}

/// What the root does, to be compiled for a kind of processor.
struct Drive<'s, 'a, W, T> {
    techniques: T,
    searches: &'s mut [Search<'a, W>],
    watch: &'s Watch<'s>,
    board: &'s Board<W>,
}

impl<W: Word, T: Techniques<Technique>> Work for Drive<'_, '_, W, T> {
    type Found = (Range, Option<W>);

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Self::Found {
        let mode = With { processor, techniques: self.techniques };
        with_lanes(mode, self.searches, self.watch, self.board)
    }
}

/// [Drives](drive()) it with as many lanes as there are columns, or some more.
fn with_lanes<W: Word, C: Mode>(
    mode: C,
    searches: &mut [Search<'_, W>],
    watch: &Watch<'_>,
    board: &Board<W>,
) -> (Range, Option<W>) {
    match board.geometry().width() {
        ..=8 => solve_root::<W, 8, C>(mode, searches, watch, board),
        9..=16 => solve_root::<W, 16, C>(mode, searches, watch, board),
        _ => solve_root::<W, 32, C>(mode, searches, watch, board),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::value::PROVEN_WIN;
    use crate::game::{Game, split_mix};
    use crate::games::connect_four::Small;
    #[cfg(target_arch = "x86_64")]
    use crate::sys::processor::vectors::{Avx2, Avx512};

    /// Scores, moves and nodes of some random positions, by one kind of mode.
    fn by<P: Processor>(processor: P) -> Vec<(i32, Option<u64>, u64)> {
        let mode = With { processor, techniques: All };
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
                if board.outcome().is_none() {
                    let solver = Solver::new(&game, 1 << 20).unwrap();
                    let watch = Watch::new(&Effort::UNLIMITED);
                    let mut searches = [Search::new(&solver.shape, &solver.large, &watch, All)];
                    let (range, cell) = with_lanes(mode, &mut searches, &watch, &board);
                    assert_eq!(range.least, range.most);
                    found.push((range.least, cell, watch.nodes() + searches[0].uncounted()));
                }
            }
        }
        found
    }

    #[test]
    fn all_processors_visit_the_same_positions() {
        let expected = by(Any);
        assert!(expected.iter().map(|&(_, _, nodes)| nodes).sum::<u64>() > 1000, "{expected:?}");
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
        for empty in [42, 41, 8, 7] {
            for points in -(empty as i32 / 2)..=(empty as i32 + 1) / 2 {
                assert_eq!(score(value(points, empty), empty), points, "{empty}");
            }
        }
        assert_eq!((score(PROVEN_WIN, 42), score(-PROVEN_WIN, 41)), (1, -1));
    }
}
