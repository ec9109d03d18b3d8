//! The moves of a position side by side, each in a lane of a vector, and what each leads to.
//!
//! No branch depends on a single lane, so the compiler can handle several lanes at once. It keeps
//! [`Lanes`] in registers, as long as nobody indexes its arrays by a number that is known only at run
//! time. Copy an array first to do that.

use std::marker::PhantomData;

use super::super::word::BoardWord;
use super::bound::{Follower, NO_BOUND, select};
use super::order;
use super::search::ThreadSearch;
use super::shape::{Shape, is_lost};
use super::technique::Technique;
use crate::solvers::techniques::TechniqueSet;
use crate::sys::processor::Processor;

/// Less than any score.
const LEAST: i32 = -100;

/// The positions that the moves of a position lead to.
///
/// `P` is the kind of processor. Without it the closures of all kinds would be the same functions,
/// too large and too often used to be inlined where they can use vectors.
pub(super) struct Lanes<W, P, const N: usize> {
    /// The stones of the player who is to move next.
    pub(super) movers: [W; N],
    /// All stones.
    pub(super) filled: [W; N],
    /// The empty cells that would complete four for the player who has just moved.
    threats: [W; N],
    /// The lowest empty cell of each column.
    playable: [W; N],
    /// The cells where the player to move next has to reply.
    pub(super) forced: [W; N],
    /// Whether the player to move next has lost.
    lost: [bool; N],
    processor: PhantomData<P>,
}

/// Bounds of what each move is worth to the player who makes it.
pub(super) struct Bounds<const N: usize> {
    /// Whether the player to move is the same one as before the move.
    pub(super) is_same: [bool; N],
    pub(super) lower: [i32; N],
    pub(super) upper: [i32; N],
}

/// Lists the moves of a quiet position that do not lose at once. There is at least one. Returns how
/// many there are. The lanes after them repeat the first one. `dangers` are the cells that would
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

impl<W: BoardWord, P: Processor, const N: usize> Lanes<W, P, N> {
    /// Makes the moves into these cells.
    #[inline(always)]
    pub(super) fn new(shape: &Shape<W>, own: W, occupied: W, cells: &[W; N]) -> Self {
        let stones: [W; N] = each(|i| own | cells[i]);
        let filled: [W; N] = each(|i| occupied | cells[i]);
        let threats: [W; N] = each(|i| shape.threats(stones[i], filled[i]));
        let playable: [W; N] = each(|i| shape.playable(filled[i]));
        let forced: [W; N] = each(|i| threats[i] & playable[i]);
        let lost = each(|i| is_lost(forced[i], threats[i], playable[i]));
        let movers = [own ^ occupied; N];
        let processor = PhantomData;
        Self { movers, filled, threats, playable, forced, lost, processor }
    }

    /// Whether a move leaves the opponent without a good reply.
    #[inline(always)]
    pub(super) fn any_wins(&self) -> bool {
        self.lost.contains(&true)
    }

    /// The hashes of the positions right after the moves.
    #[inline(always)]
    pub(super) fn hashes(&self, search: &ThreadSearch<'_, W>) -> [u64; N] {
        let Self { movers, filled, .. } = self;
        if search.may_be_mirrored(filled[0]) {
            std::array::from_fn(|i| search.hash(movers[i], filled[i]))
        } else {
            each(|i| search.plain_hash(movers[i], filled[i]))
        }
    }

    /// The points of each move for its threats and forced replies.
    #[inline(always)]
    pub(super) fn orders<T: TechniqueSet<Technique>>(&self, techniques: T, dangers: W) -> [u32; N] {
        let Self { threats, playable, forced, .. } = self;
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

    /// Makes forced replies as long as there are any. Returns whether there were any.
    #[inline(always)]
    pub(super) fn follow_replies(&mut self, shape: &Shape<W>) -> bool {
        let Self { movers, filled, threats, playable, forced, lost, .. } = self;
        let mut has_replies = false;
        loop {
            let replies: [W; N] = each(|i| select(lost[i], W::ZERO, forced[i]));
            if replies.iter().all(|reply| reply.is_zero()) {
                return has_replies;
            }
            has_replies = true;
            *movers = each(|i| select(replies[i].is_zero(), movers[i], movers[i] ^ filled[i]));
            *filled = each(|i| filled[i] | replies[i]);
            *threats = each(|i| shape.threats(movers[i] ^ filled[i], filled[i]));
            *playable = each(|i| shape.playable(filled[i]));
            *forced = each(|i| threats[i] & playable[i]);
            *lost =
                each(|i| is_lost(forced[i], threats[i], playable[i]) & (filled[i] != shape.cells));
        }
    }

    /// What the moves are worth at a glance, if `empty` cells are empty before them.
    #[inline(always)]
    pub(super) fn bounds<T: TechniqueSet<Technique>>(
        &self,
        shape: &Shape<W>,
        techniques: T,
        empty: u32,
    ) -> Bounds<N> {
        let Self { movers, filled, threats, playable, lost, .. } = self;
        let empties: [i32; N] = each(|i| shape.empty(filled[i]) as i32);
        let is_same: [bool; N] = each(|i| (empties[i] ^ empty as i32) & 1 == 0);
        let follower = |i: usize| Follower {
            stones: movers[i] ^ filled[i],
            threats: threats[i],
            occupied: filled[i],
            playable: playable[i],
            is_odd: empties[i] & 1 != 0,
        };
        let mut bounds: [i32; N] = each(|i| shape.bound(techniques, follower(i)));
        let doubtful: [bool; N] =
            each(|i| (bounds[i] == NO_BOUND) & shape.has_other_bound(follower(i)));
        if techniques.has(Technique::OtherBound) && doubtful.contains(&true) {
            let others: [i32; N] = each(|i| shape.other_bound(techniques, follower(i)));
            bounds = each(|i| bounds[i].min(others[i]));
        }
        // If two cells are left, nobody threatens the second one: that would have been a loss.
        let decided: [bool; N] = each(|i| lost[i] | (empties[i] <= 2));
        let scores: [i32; N] = each(|i| {
            let score = select(lost[i], empties[i] / 2, 0);
            select(is_same[i], -score, score)
        });
        let lower = each(|i| select(decided[i], scores[i], select(is_same[i], LEAST, -bounds[i])));
        let upper = each(|i| select(decided[i], scores[i], select(is_same[i], bounds[i], -LEAST)));
        Bounds { is_same, lower, upper }
    }
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

/// A value for each lane, without branches.
#[inline(always)]
fn each<T: Copy + Default, const N: usize>(of: impl Fn(usize) -> T) -> [T; N] {
    let mut out = [T::default(); N];
    for (i, out) in out.iter_mut().enumerate() {
        *out = of(i);
    }
    out
}
