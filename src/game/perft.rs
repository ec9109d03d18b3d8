//! Perft: counting the lines of play of a given length, the field's test of rules.

use super::Position;

/// A count was told to stop before it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("stopped")]
pub struct Interrupted;

/// The number of sequences of `depth` legal moves. Games that end sooner count nothing, passes and
/// outcomes of chance count as moves. The last ply is counted in bulk.
///
/// ```
/// use sarsen::game::{Game, perft};
/// use sarsen::games::connect_four;
///
/// let game = connect_four::Small::new(7, 6)?;
/// assert_eq!(perft(&mut game.start(), 5), 16_807);
/// # Ok::<(), sarsen::game::SetupError>(())
/// ```
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    match perft_until(position, depth, &mut |_| false) {
        Ok(count) => count,
        Err(Interrupted) => unreachable!("nothing asked the count to stop"),
    }
}

/// [`perft`] that can be told to stop: `stop` is asked every few thousand positions, with the lines
/// counted since it was last asked.
///
/// # Errors
///
/// [`Interrupted`] as soon as `stop` says so.
pub fn perft_until<P: Position>(
    position: &mut P,
    depth: u32,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Result<u64, Interrupted> {
    Counter { moves: Vec::with_capacity(1024), pending: 0, visited: 0, stop }.count(position, depth)
}

struct Counter<'a, M> {
    moves: Vec<M>,
    pending: u64,
    visited: u32,
    stop: &'a mut dyn FnMut(u64) -> bool,
}

impl<M: Copy> Counter<'_, M> {
    fn count<P: Position<Move = M>>(
        &mut self,
        position: &mut P,
        depth: u32,
    ) -> Result<u64, Interrupted> {
        if depth == 0 {
            return Ok(1);
        }
        if position.outcome().is_some() {
            self.tally(0)?;
            return Ok(0);
        }
        if depth == 1 {
            let leaves = position.count_moves() as u64;
            self.tally(leaves)?;
            return Ok(leaves);
        }
        let from = self.moves.len();
        position.moves(&mut self.moves);
        let to = self.moves.len();
        let mut sum = 0;
        for i in from..to {
            let m = self.moves[i];
            let undo = position.make(m);
            let below = self.count(position, depth - 1);
            position.unmake(m, undo);
            sum += below?;
        }
        self.moves.truncate(from);
        Ok(sum)
    }

    #[inline]
    fn tally(&mut self, leaves: u64) -> Result<(), Interrupted> {
        self.pending += leaves;
        self.visited += 1;
        if self.visited & 0xfff == 0 && (self.stop)(std::mem::take(&mut self.pending)) {
            return Err(Interrupted);
        }
        Ok(())
    }
}
