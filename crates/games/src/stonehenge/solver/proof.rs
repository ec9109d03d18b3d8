//! Proofs of who wins, and their slack.
//!
//! A proof that a player wins a position also holds for other positions: those with the same empty
//! cells and hands in which the winner's lead on each line is higher, or lower by at most the
//! *slack* of the proof on that line. The slack of a line is the lead that the line could lose and
//! still be won at each end of the proof where it counts. A line that counts at no end of the proof
//! has [any slack](super::lanes::ANY). This is partition search (M. Ginsberg, "Partition search",
//! 1996).

use super::super::board::LINES_TO_WIN;
use super::lanes::{ANY, Lanes, ONE, bits, choose, each, least, more};

/// Who wins, and by how much.
#[derive(Clone, Copy)]
pub(super) struct SlackProof {
    /// Whether the player to move wins.
    pub(super) is_won: bool,
    /// The amount by which the winner's lead on each line may fall.
    pub(super) slack: Lanes,
}

/// Lowers the slack of a proof to what one of its ends allows. At this end the `won` lines are won
/// by `margin`. All of them count, which is quickest if there are many ends.
#[inline(always)]
pub(super) fn lower(slack: Lanes, won: Lanes, margin: Lanes) -> Lanes {
    least(slack, choose(won, margin, ANY))
}

/// The same, but if more lines are won than needed, the lines whose margins would lower the slack
/// most do not count.
#[inline(always)]
pub(super) fn lower_least(slack: Lanes, won: Lanes, margin: Lanes) -> Lanes {
    let mut won = won;
    let mut spare = bits(won).count_ones() - LINES_TO_WIN;
    if spare > 0 {
        let mut low = won & more(slack, margin);
        let mut most = 1;
        while spare > 0 && bits(low) != 0 {
            let mut drop = low & !more(margin, each(most));
            let count = bits(drop).count_ones();
            if count > spare {
                drop = lanes_of(bits(drop), spare);
            }
            spare -= count.min(spare);
            won &= !drop;
            low &= !drop;
            most += 2;
        }
    }
    lower(slack, won, margin)
}

/// The first `count` lanes of a set.
#[cold]
pub(super) fn lanes_of(mut set: u32, count: u32) -> Lanes {
    let mut lanes = [0; 16];
    for _ in 0..count {
        lanes[set.trailing_zeros() as usize] = -1;
        set &= set - 1;
    }
    Lanes::new(lanes)
}

/// A slack in the lanes of a mask, and [`ANY`] in the others.
#[inline(always)]
pub(super) fn within(mask: Lanes, slack: Lanes) -> Lanes {
    choose(mask, slack, ANY)
}

/// The difference between a lead and the least lead that wins the line, for lines that are won.
#[inline(always)]
pub(super) fn margin(lead: Lanes, reach: Lanes) -> Lanes {
    lead - reach - ONE
}
