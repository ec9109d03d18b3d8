//! What is certain of a position at a glance, and why.
//!
//! **Claims.** A line is a player's for good once the other one cannot beat it with the best that
//! he can still add ([`Room::reach`]). A player *can claim* an undecided line with a piece if it
//! would be his after that piece stood on any of its empty cells.
//!
//! **Intrusions do not help.** Say that W can claim a line with a piece q, where the other player,
//! L, holds a hand whose best n pieces add up to B(n): with f empty cells W's lead d satisfies d +
//! q >= B(f - 1). Now L puts a piece p on one of these cells. The lead falls by p, but what L can
//! still add falls by no less, from B(f - 1) to B'(f - 2), because p with the best f - 2 of what is
//! left is among the choices that B(f - 1) is the best of. So W can still claim the line with q, on
//! every cell that is left. Only where W would fill the last cell it needs one point more, since a
//! tie is lost then: with d + q > B(f - 1) (*surely* here) that cannot happen either. And an
//! intrusion anywhere else only takes a piece from L's hand. All L can do is take all cells of the
//! line himself.
//!
//! **One threat.** If W could reach eight lines by one move to a cell, L must take that very cell
//! (or, where W's line is not sure, tie it). With two such cells L is lost.
//!
//! **Many lines.** Say W needs k lines, holds at least k pieces, and surely can claim each line of
//! a set with his k-th largest piece. He claims one or more by each move he likes to make in the
//! set, so he reaches k, unless L takes all cells of too many lines first. W always plays where he
//! claims the greatest weight, a line with f empty cells weighing 2^-f. The weight of all lines in
//! the set, those that L has taken counted as 1, doubles for the lines of the cell that L takes; it
//! falls by as much or more by W's move before that. So L never takes more lines than the weight
//! after his first move says (P. Erdős and J. Selfridge, "On a combinatorial game", 1973). If
//! enough are left, W has won.
//!
//! What is found this way is a proof, and has a [slack](super::proof): each argument above holds as
//! long as the leads it rests on do not fall by more than they are above what they have to be.

use super::super::board::{LINE_SET, LINES_OF, LINES_TO_WIN};
use super::lanes::{ALL_LINES, ANY, Lanes, ZERO, bits, choose, each, equal, least, more};
use super::proof::{SlackProof, lower_least, margin, within};
use super::state::{Room, SolverState};
use super::tables::ON;
use super::technique::Technique;
use crate::solvers::techniques::TechniqueSet;

/// Weights of lines by their empty cells, 32 for a line that is lost.
const WEIGHT: [i8; 6] = [0, 16, 8, 4, 2, 1];

/// As much as a lost line weighs.
const LOST: u32 = 32;

/// What is seen of a position without searching.
#[derive(Clone, Copy)]
pub(super) struct Glance {
    /// The undecided lines, as a mask and as bits.
    pub(super) undecided: Lanes,
    pub(super) open: u32,
    /// What the player to move owns, and by what margin; the same for the other one.
    own: Lanes,
    own_margin: Lanes,
    other: Lanes,
    other_margin: Lanes,
    /// How many lines the player to move still needs.
    pub(super) needed: u32,
    /// The undecided lines that he can claim with his largest piece.
    pub(super) claimable: u32,
    /// Where he may move without losing at once.
    pub(super) cells: u32,
    /// The slack of the proof that all other moves lose.
    pub(super) slack: Lanes,
}

/// What comes of a glance.
pub(super) enum Glanced {
    Decided(SlackProof),
    Open(Glance),
}

impl Glance {
    /// Who owns what, as bits: the player to move, and above them the other one.
    pub(super) fn owned(&self) -> u32 {
        bits(self.own) | bits(self.other) << 16
    }

    /// By how many lines the player to move is ahead.
    #[inline(always)]
    pub(super) fn ahead(&self) -> i32 {
        bits(self.own).count_ones() as i32 - bits(self.other).count_ones() as i32
    }

    /// What the winner owns already must stay his: the slack of a proof about this position within
    /// what that allows.
    #[inline(always)]
    pub(super) fn with_owned(&self, proof: SlackProof) -> SlackProof {
        let (owned, margin) = if proof.is_won {
            (self.own, self.own_margin)
        } else {
            (self.other, self.other_margin)
        };
        SlackProof { slack: least(proof.slack, within(owned, margin)), ..proof }
    }
}

/// Looks at a position. With four empty cells or fewer only at who owns what.
#[inline(always)]
pub(super) fn glance(state: &SolverState, techniques: impl TechniqueSet<Technique>) -> Glanced {
    let room = Room::new(state.free);
    let back = ZERO - state.lead;
    let reach = room.reach(state.other, 0);
    let other_reach = room.reach(state.own, 0);
    let (own, other) = (more(state.lead, reach), more(back, other_reach));
    let (own_bits, other_bits) = (bits(own), bits(other));
    let (own_margin, other_margin) = (margin(state.lead, reach), margin(back, other_reach));
    let needed = LINES_TO_WIN.saturating_sub(own_bits.count_ones());
    if needed == 0 {
        return Glanced::Decided(SlackProof {
            is_won: true,
            slack: lower_least(ANY, own, own_margin),
        });
    }
    let other_needed = LINES_TO_WIN.saturating_sub(other_bits.count_ones());
    if other_needed == 0 {
        return Glanced::Decided(SlackProof {
            is_won: false,
            slack: lower_least(ANY, other, other_margin),
        });
    }
    let undecided = ALL_LINES & !(own | other);
    let mut seen = Glance {
        undecided,
        open: bits(undecided),
        own,
        own_margin,
        other,
        other_margin,
        needed,
        claimable: 0,
        cells: state.empty,
        slack: ANY,
    };
    if state.count() <= 4 {
        return Glanced::Open(seen);
    }

    // A piece of his on a line loses a tie if it fills it.
    let fills = equal(state.free, super::lanes::ONE);
    let after = state.lead + each(2 * state.own.largest()[0] as i8) + fills;
    let reach = room.reach(state.other, 1);
    let claims = more(after, reach) & undecided;
    seen.claimable = bits(claims);
    if needed <= 3 && seen.claimable.count_ones() >= needed {
        let mut cells = state.empty;
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            if (seen.claimable & u32::from(LINE_SET[cell])).count_ones() >= needed {
                let claimed = claims & ON[cell];
                let margin = choose(claimed, margin(after, reach), own_margin);
                let slack = lower_least(ANY, own | claimed, margin);
                return Glanced::Decided(SlackProof { is_won: true, slack });
            }
        }
    }

    let reach = room.reach(state.own, 1);
    let pieces = state.other.largest();
    if techniques.has(Technique::ManyLines)
        && let Some(&piece) = pieces.get(other_needed as usize - 1)
        && piece > 0
    {
        let after = back + each(2 * piece as i8 - 1);
        let sure = more(after, reach) & undecided;
        let count = bits(sure).count_ones();
        if count >= other_needed && count >= other_needed + most_taken(state, &room, sure) {
            let slack = within(sure, margin(after, reach));
            return Glanced::Decided(seen.with_owned(SlackProof { is_won: false, slack }));
        }
    }
    if techniques.has(Technique::Threats) && other_needed <= 3 {
        // Two cells: what is put on one of them may tie the other's.
        let after = back + each(2 * pieces[0] as i8) + (fills | equal(state.free, each(2)));
        let claims = more(after, reach) & undecided;
        let claimable = bits(claims);
        if claimable.count_ones() >= other_needed {
            let margin = choose(claims, margin(after, reach), other_margin);
            let mut cells = state.empty;
            while cells != 0 {
                let cell = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                if (claimable & u32::from(LINE_SET[cell])).count_ones() >= other_needed {
                    seen.cells &= 1 << cell;
                    seen.slack = lower_least(seen.slack, other | claims & ON[cell], margin);
                    if seen.cells == 0 {
                        return Glanced::Decided(SlackProof { is_won: false, slack: seen.slack });
                    }
                }
            }
        }
    }
    Glanced::Open(seen)
}

/// By how many lines the player to move is ahead, of those that are somebody's for good.
pub(super) fn lines_ahead(state: &SolverState) -> i32 {
    let room = Room::new(state.free);
    let own = more(state.lead, room.reach(state.other, 0));
    let other = more(ZERO - state.lead, room.reach(state.own, 0));
    bits(own).count_ones() as i32 - bits(other).count_ones() as i32
}

/// How many of these lines the player to move can take whole, at most, before the other one has put
/// a piece on each.
#[inline(always)]
fn most_taken(state: &SolverState, room: &Room, lines: Lanes) -> u32 {
    let mut weight = ZERO;
    for free in 1..WEIGHT.len() {
        weight += room.at_least(free) & each(WEIGHT[free] - WEIGHT[free - 1]);
    }
    let weights = (weight & lines).to_array();
    let mut all = 0;
    for weight in weights {
        all += weight as u32;
    }
    let mut most = 0;
    let mut cells = state.empty;
    while cells != 0 {
        let cell = cells.trailing_zeros() as usize;
        cells &= cells - 1;
        let [a, b, c] = LINES_OF[cell];
        let [a, b, c] = [
            weights[usize::from(a) % 16],
            weights[usize::from(b) % 16],
            weights[usize::from(c) % 16],
        ];
        most = most.max(a as u32 + b as u32 + c as u32);
    }
    (all + most) / LOST
}
