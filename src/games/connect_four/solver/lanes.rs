//! The moves of a position side by side, each in a lane of a vector, and the positions after them.
//!
//! No branch depends on a single lane, so the compiler can handle several lanes at once. The type
//! parameter `P` is the kind of processor. It gives each kind separate closures, and the compiler
//! inlines them where they can use the vectors of that kind. Each array is a separate variable for
//! the same reason: as fields of one struct, the arrays cost a fifth of the speed.

use super::super::word::BoardWord;
use super::bound::{Follower, NO_BOUND, select};
use super::order;
use super::shape::Shape;
use super::technique::Technique;
use crate::solvers::techniques::TechniqueSet;
use crate::sys::processor::Processor;

/// Less than any score.
pub(super) const LEAST: i32 = -100;

/// Lists the moves of a quiet position that do not lose at once. There is at least one. Returns
/// their number. The lanes after them repeat the first move. `dangers` are the cells that would
/// complete four for the opponent.
#[inline(always)]
pub(super) fn list_moves<W: BoardWord, T: TechniqueSet<Technique>, const N: usize>(
    techniques: T,
    playable: W,
    dangers: W,
    cells: &mut [W; N],
) -> usize {
    let mut open = playable & !(dangers >> 1);
    if !techniques.has(Technique::ForcedReplies) && !(playable & dangers).is_zero() {
        open = playable & dangers;
    }
    *cells = [open.lowest(); N];
    let mut count = 0;
    while !open.is_zero() {
        cells[count] = open.lowest();
        open = open.without_lowest();
        count += 1;
    }
    count
}

/// The points of each move for its threats and the replies that it forces.
#[inline(always)]
pub(super) fn orders<W: BoardWord, P: Processor, T: TechniqueSet<Technique>, const N: usize>(
    techniques: T,
    dangers: W,
    threats: &[W; N],
    playable: &[W; N],
    forced: &[W; N],
) -> [u32; N] {
    let points = |technique, points| select(techniques.has(technique), points, 0);
    let of_threat = |of_one| points(Technique::ThreatOrder, of_one);
    let of_lost_reply = points(Technique::LostReplies, order::LOST_REPLY);
    each(|i| {
        let count = |cells: W| cells.count_ones();
        of_threat(order::NEAR_THREAT) * count(threats[i] & playable[i] << 1)
            + of_threat(order::SECOND_THREAT) * count(threats[i] & playable[i] << 2)
            + of_threat(order::THREAT) * count(threats[i] & !(dangers << 1))
            + of_lost_reply * count(playable[i] & threats[i] >> 1)
            + select(forced[i].is_zero(), 0, of_threat(order::FORCED_REPLY))
    })
}

/// The bound of each position.
#[inline(always)]
pub(super) fn bounds<W: BoardWord, P: Processor, T: TechniqueSet<Technique>, const N: usize>(
    shape: &Shape<W>,
    techniques: T,
    follower: impl Fn(usize) -> Follower<W>,
) -> [i32; N] {
    let bounds: [i32; N] = each(|i| shape.bound(techniques, follower(i)));
    let doubtful: [bool; N] =
        each(|i| (bounds[i] == NO_BOUND) & shape.has_other_bound(follower(i)));
    if techniques.has(Technique::OtherBound) && doubtful.contains(&true) {
        let others: [i32; N] = each(|i| shape.other_bound(techniques, follower(i)));
        return each(|i| bounds[i].min(others[i]));
    }
    bounds
}

/// The greatest number of all lanes.
#[inline(always)]
pub(super) fn greatest<const N: usize>(numbers: [i32; N]) -> i32 {
    numbers.into_iter().fold(LEAST, i32::max)
}

/// The greatest upper bound of the moves that cannot reach `beta`.
#[inline(always)]
pub(super) fn best_refuted<const N: usize>(upper: &[i32; N], beta: i32) -> i32 {
    greatest::<N>(each(|i| select(upper[i] < beta, upper[i], LEAST)))
}

/// Computes a value for each lane.
#[inline(always)]
pub(super) fn each<T: Copy + Default, const N: usize>(of: impl Fn(usize) -> T) -> [T; N] {
    let mut out = [T::default(); N];
    for (i, out) in out.iter_mut().enumerate() {
        *out = of(i);
    }
    out
}
