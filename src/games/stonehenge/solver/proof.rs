//! Proofs of who wins, and the slack they have.
//!
//! A proof that a player wins a position holds for others too: for those with the same empty cells
//! and hands where his leads are higher, or lower by no more than its *slack* on each line, which
//! is how much the lines that are won at the ends of the proof could do without. That is partition
//! search (M. Ginsberg, "Partition search", 1996). A line that no end of the proof counts has [as
//! much slack as one likes](super::lanes::ANY).

use super::super::board::LINES_TO_WIN;
use super::lanes::{ANY, Lanes, ONE, bits, choose, each, least, more};

/// Who wins, and by how much.
#[derive(Clone, Copy)]
pub(super) struct SlackProof {
    /// Whether the player to move wins.
    pub(super) is_won: bool,
    /// By how much the winner's lead on each line may fall.
    pub(super) slack: Lanes,
}

/// Lowers the slack of a proof by what one of its ends needs: the lines that are `won` there, by
/// `margin`. All of them, which is quickest where there are many ends.
#[inline(always)]
pub(super) fn lower(slack: Lanes, won: Lanes, margin: Lanes) -> Lanes {
    least(slack, choose(won, margin, ANY))
}

/// The same, but where the lines won are more than it takes, those are done without whose margins
/// would lower it most.
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

/// The first so many lanes of a set.
#[cold]
fn lanes_of(mut set: u32, count: u32) -> Lanes {
    let mut lanes = [0; 16];
    for _ in 0..count {
        lanes[set.trailing_zeros() as usize] = -1;
        set &= set - 1;
    }
    Lanes::new(lanes)
}

/// What a mask leaves of a slack, and as much as one likes elsewhere.
#[inline(always)]
pub(super) fn within(mask: Lanes, slack: Lanes) -> Lanes {
    choose(mask, slack, ANY)
}

/// By how much a lead is above what it takes, where it is.
#[inline(always)]
pub(super) fn margin(lead: Lanes, reach: Lanes) -> Lanes {
    lead - reach - ONE
}
