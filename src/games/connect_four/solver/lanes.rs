//! The order of the moves of a position, computed side by side in the lanes of a vector.

use super::super::word::BoardWord;
use super::order;
use super::technique::Technique;
use crate::solvers::techniques::TechniqueSet;
use crate::sys::lanes::{LaneMask, LaneNumbers, LaneWords};

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

/// The points of each move for its threats and the replies that it forces. `dangers` are the cells
/// that would complete four for the opponent.
#[inline(always)]
pub(super) fn orders<W: BoardWord, L: LaneWords<W>, T: TechniqueSet<Technique>>(
    techniques: T,
    dangers: W,
    moved: Moved<L>,
) -> L::Numbers {
    let Moved { threats, playable, forced } = moved;
    let points = |technique, points| if techniques.has(technique) { points } else { 0 };
    let of_threat = |points_of_one| points(Technique::ThreatOrder, points_of_one);
    let near = (threats & playable << 1).ones() * of_threat(order::NEAR_THREAT);
    let second = (threats & playable << 2).ones() * of_threat(order::SECOND_THREAT);
    let any = (threats & !(dangers << 1)).ones() * of_threat(order::THREAT);
    let lost = (playable & threats >> 1).ones() * points(Technique::LostReplies, order::LOST_REPLY);
    let sum = near + second + any + lost;
    (sum + of_threat(order::FORCED_REPLY)).where_else(forced.is_some(), sum)
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
