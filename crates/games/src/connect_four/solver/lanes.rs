//! The order of the moves of a position, computed side by side in the lanes of a vector.

use super::super::word::BoardWord;
use super::order::ThreatPoints;
use sarsen_core::sys::lanes::{LaneMask, LaneNumbers, LaneWords};

/// The positions after the moves, before any forced reply.
#[derive(Clone, Copy)]
pub(super) struct Moved<L> {
    /// The empty cells that would complete four for the player who has moved.
    pub(super) threats: L,
    /// The lowest empty cell of each column.
    pub(super) playable: L,
    /// The threats that the opponent has to answer at once.
    pub(super) forced: L,
}

/// The points of each move for its threats and the reply that it forces, with so many empty cells.
/// `dangers` are the cells that would complete four for the opponent.
#[inline(always)]
pub(super) fn orders<W: BoardWord, L: LaneWords<W>>(
    empty: u32,
    dangers: W,
    moved: Moved<L>,
) -> L::Numbers {
    let Moved { threats, playable, forced } = moved;
    let points = ThreatPoints::with(empty);
    let near = (threats & playable << 1).ones() * points.near;
    let second = (threats & playable << 2).ones() * points.second;
    let any = (threats & !(dangers << 1)).ones() * points.any;
    let sum = near + second + any;
    (sum + points.forced).where_else(forced.is_some(), sum)
}

/// The lanes that say yes, in order.
#[inline(always)]
pub(super) fn lanes_of<M: LaneMask>(mask: M) -> impl Iterator<Item = usize> {
    let mut bits = mask.bits();
    std::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            lane
        })
    })
}
