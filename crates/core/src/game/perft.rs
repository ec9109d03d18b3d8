//! Perft: counts the lines of play of a given length. It is the usual test of a game's rules.

use super::Position;
use crate::sys::processor::{Computation, Processor, run};

/// The count was stopped before it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("stopped")]
pub struct Interrupted;

/// The number of sequences of `depth` legal moves. Games that end sooner do not count. Passes and
/// outcomes of chance count as moves. The last ply is counted in bulk.
///
/// ```
/// # #[path = "../../examples/nim.rs"] mod nim;
/// # use nim::Nim;
/// use sarsen_core::game::{Game, perft};
///
/// assert_eq!(perft(&mut Nim.start(), 2), 176);
/// ```
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    match perft_until(position, depth, &mut |_, _| false) {
        Ok(count) => count,
        Err(Interrupted) => unreachable!("nothing asked the count to stop"),
    }
}

/// Does the same as [`perft`], but can be stopped. It calls `stop` every few thousand positions,
/// with two numbers: the lines counted since the last call, and the share of the work that is done,
/// from 0 to 1. The share assumes that all moves of a position make equal work.
///
/// # Errors
///
/// [`Interrupted`] as soon as `stop` returns true.
pub fn perft_until<P: Position>(
    position: &mut P,
    depth: u32,
    stop: &mut dyn FnMut(u64, f64) -> bool,
) -> Result<u64, Interrupted> {
    let moves = Vec::with_capacity(1024);
    let mut counter = Counter { moves, pending: 0, visited: 0, done: 0.0, stop };
    run(Count { counter: &mut counter, position, depth, share: 1.0 })
}

struct Counter<'a, M> {
    moves: Vec<M>,
    pending: u64,
    visited: u32,
    /// The share of the work that is done.
    done: f64,
    stop: &'a mut dyn FnMut(u64, f64) -> bool,
}

/// The count of the lines of play from a position. It is compiled for several kinds of processors,
/// the rules of the game included.
struct Count<'a, 's, P: Position> {
    counter: &'a mut Counter<'s, P::Move>,
    position: &'a mut P,
    depth: u32,
    /// The share of this count in all the work.
    share: f64,
}

impl<P: Position> Computation for Count<'_, '_, P> {
    type Found = Result<u64, Interrupted>;

    #[inline(always)]
    fn run<X: Processor>(self, processor: X) -> Result<u64, Interrupted> {
        let Self { counter, position, depth, share } = self;
        if depth == 0 {
            return Ok(1);
        }
        if position.outcome().is_some() {
            counter.tally(0, share)?;
            return Ok(0);
        }
        if depth == 1 {
            let leaves = position.count_moves() as u64;
            counter.tally(leaves, share)?;
            return Ok(leaves);
        }
        let from = counter.moves.len();
        position.moves(&mut counter.moves);
        let to = counter.moves.len();
        let share = share / (to - from) as f64;
        let mut sum = 0;
        for i in from..to {
            let m = counter.moves[i];
            let undo = position.make(m);
            let below = processor.run(Count { counter, position, depth: depth - 1, share });
            position.unmake(m, undo);
            sum += below?;
        }
        counter.moves.truncate(from);
        Ok(sum)
    }
}

impl<M> Counter<'_, M> {
    #[inline]
    fn tally(&mut self, leaves: u64, share: f64) -> Result<(), Interrupted> {
        self.pending += leaves;
        self.done += share;
        self.visited += 1;
        if self.visited & 0xfff == 0 && (self.stop)(std::mem::take(&mut self.pending), self.done) {
            return Err(Interrupted);
        }
        Ok(())
    }
}
