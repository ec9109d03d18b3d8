//! A glance: a proof of who wins, without a search, and the arguments behind it.
//!
//! **Claims.** A player owns a line for good once the opponent cannot beat it with the best pieces
//! that the opponent can still add ([`Room::reach`]). A player *can claim* an undecided line with a
//! piece if that piece, on any of the line's empty cells, would make the player the owner.
//!
//! **Intrusions do not help.** Say that W can claim a line with a piece q. The other player, L,
//! holds a hand whose best n pieces have the sum B(n). With f empty cells, W's lead d satisfies d +
//! q >= B(f - 1). Now L puts a piece p on one of these cells. The lead falls by p. But what L can
//! still add falls by at least p, from B(f - 1) to B'(f - 2), because B(f - 1) is the best of all
//! choices, and p with the best f - 2 of the rest is one of them. So W can still claim the line
//! with q, on each remaining cell. There is one exception: if W would fill the last cell, W needs
//! one point more, because a tie then loses the line. If d + q > B(f - 1), W *surely* can claim the
//! line, and this exception cannot happen either. An intrusion anywhere else only takes a piece
//! from L's hand. So L can only stop W by taking all cells of the line.
//!
//! **One threat.** If W could reach eight lines by one move to a cell, L must take that cell (or,
//! if W's claim is not sure, tie the line). If there are two such cells, L is lost.
//!
//! **Many lines.** Say that W needs k lines, holds at least k pieces, and surely can claim each
//! line of a set with the k-th largest of them. Each move of W in the set claims at least one line.
//! So W reaches k lines, unless L takes all cells of too many lines first. W always plays where the
//! claimed weight is greatest. A line with f empty cells has the weight 2^-f. Consider the weight
//! of all lines in the set, where a line that L has taken counts as 1. A move of L doubles the
//! weight of the lines of its cell. The move of W before it lowers the weight by at least as much.
//! So L never takes more lines than the weight after L's first move (P. Erdős and J. Selfridge, "On
//! a combinatorial game", 1973). If enough lines are left, W has won.
//!
//! **Demanding lines.** The set may also have one line that W can claim only with the largest
//! piece, one more that W can claim only with one of the two largest, and so on: for each n below
//! k, at most n lines that need one of the n largest. Whatever lines W claims first, W uses the
//! smallest piece that is enough. Then each of the k moves finds a piece. For suppose that one
//! finds none. Say that the n largest pieces are used up, and the next one is not. Each move that
//! took one of these needed it, because otherwise it would have taken the next one. With the move
//! that finds none, n + 1 lines need one of the n largest pieces, which is too many.
//!
//! A glance that decides a position gives a proof, which has a [slack](super::proof): each argument
//! above holds as long as the leads on which it rests do not fall by more than their margins.

use super::super::board::{LINE_SET, LINES_OF, LINES_TO_WIN};
use super::lanes::{ALL_LINES, ANY, Lanes, ONE, ZERO, bits, choose, each, equal, least, more};
use super::proof::{SlackProof, lanes_of, lower_least, margin, within};
use super::state::{Room, SolverState};
use super::tables::ON;
use super::technique::Technique;
use sarsen_core::solvers::techniques::TechniqueSet;

/// The weight of a line by its empty cells. A line that is lost weighs [`LOST`].
const WEIGHT: [i8; 6] = [0, 16, 8, 4, 2, 1];

/// The weight of a line that is lost.
const LOST: u32 = 32;

/// The facts that a glance shows about an undecided position.
#[derive(Clone, Copy)]
pub(super) struct Glance {
    /// The undecided lines as a mask.
    pub(super) undecided: Lanes,
    /// The undecided lines as bits.
    pub(super) open: u32,
    /// The lines that the player to move owns, with their margins.
    own: Lanes,
    own_margin: Lanes,
    /// The lines that the opponent owns, with their margins.
    other: Lanes,
    other_margin: Lanes,
    /// The number of lines that the player to move still needs.
    pub(super) needed: u32,
    /// The number of lines that the opponent still needs.
    other_needed: u32,
    /// The undecided lines that the player to move can claim with the largest piece.
    pub(super) claimable: u32,
    /// The cells where the player to move does not lose at once.
    pub(super) cells: u32,
    /// The slack of the proof that moves to other cells lose.
    pub(super) slack: Lanes,
}

/// The result of a glance.
pub(super) enum Glanced {
    Decided(SlackProof),
    Open(Glance),
}

impl Glance {
    /// The owned lines as bits: the lines of the player to move in the lower 16 bits, and the
    /// opponent's lines above.
    pub(super) fn owned(&self) -> u32 {
        bits(self.own) | bits(self.other) << 16
    }

    /// The lines of the player to move less the lines of the opponent.
    #[inline(always)]
    pub(super) fn ahead(&self) -> i32 {
        bits(self.own).count_ones() as i32 - bits(self.other).count_ones() as i32
    }

    /// Lowers the slack of a proof of this position so that the winner keeps the lines that the
    /// winner already owns.
    #[inline(always)]
    pub(super) fn with_owned(&self, proof: SlackProof) -> SlackProof {
        let (owned, margin) = if proof.is_won {
            (self.own, self.own_margin)
        } else {
            (self.other, self.other_margin)
        };
        SlackProof { slack: least(proof.slack, within(owned, margin)), ..proof }
    }

    /// Notes the lines that the player to move can claim. Returns the proof if one move claims
    /// enough of them.
    #[inline(always)]
    fn win_by_claim(
        &mut self,
        state: &SolverState,
        room: &Room,
        fills: Lanes,
    ) -> Option<SlackProof> {
        let after = state.lead + each(2 * state.own.largest()[0] as i8) + fills;
        let reach = room.reach(state.other, 1);
        let claims = more(after, reach) & self.undecided;
        self.claimable = bits(claims);
        if self.needed > 3 || self.claimable.count_ones() < self.needed {
            return None;
        }
        let mut cells = state.empty;
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            if (self.claimable & u32::from(LINE_SET[cell])).count_ones() >= self.needed {
                let claimed = claims & ON[cell];
                let margin = choose(claimed, margin(after, reach), self.own_margin);
                let slack = lower_least(ANY, self.own | claimed, margin);
                return Some(SlackProof { is_won: true, slack });
            }
        }
        None
    }

    /// The proof that the opponent gets enough lines, by the argument of many lines.
    #[inline(always)]
    fn loss_by_many_lines(
        &self,
        state: &SolverState,
        room: &Room,
        techniques: impl TechniqueSet<Technique>,
    ) -> Option<SlackProof> {
        if !techniques.has(Technique::ManyLines) {
            return None;
        }
        let needed = self.other_needed as usize;
        let pieces = state.other.largest().map(|piece| piece as i8);
        let least = *pieces.get(needed - 1)?;
        if least == 0 {
            return None;
        }
        let reach = room.reach(state.own, 1);
        let after = ZERO - state.lead + each(2 * least - 1);
        let mut sure = more(after, reach) & self.undecided;
        let mut margins = margin(after, reach);
        if !self.are_many(state, room, sure) {
            let larger = &pieces[..needed - 1];
            self.add_demanding_lines(larger, least, &mut sure, &mut margins);
            if !self.are_many(state, room, sure) {
                return None;
            }
        }
        Some(self.with_owned(SlackProof { is_won: false, slack: within(sure, margins) }))
    }

    /// Whether the opponent gets enough of the lines of a set.
    #[inline(always)]
    fn are_many(&self, state: &SolverState, room: &Room, set: Lanes) -> bool {
        let (count, needed) = (bits(set).count_ones(), self.other_needed);
        count >= needed && count >= needed + most_taken(state, room, set)
    }

    /// Adds the lines to a set that need one of the `larger` pieces: at most n lines that need one
    /// of the n largest. `margins` are those of the piece `least`.
    #[inline(always)]
    fn add_demanding_lines(&self, larger: &[i8], least: i8, set: &mut Lanes, margins: &mut Lanes) {
        let lines = self.undecided & !*set;
        let (by_least, mut added) = (*margins, 0);
        for (rank, &piece) in larger.iter().enumerate() {
            let smaller = *larger.get(rank + 1).unwrap_or(&least);
            let by_piece = by_least + each(2 * (piece - least));
            let by_smaller = by_least + each(2 * (smaller - least));
            let demanding = bits(lines & !more(ZERO, by_piece) & more(ZERO, by_smaller));
            let count = demanding.count_ones().min(rank as u32 + 1 - added);
            if count > 0 {
                let chosen = lanes_of(demanding, count);
                *set |= chosen;
                *margins = choose(chosen, by_piece, *margins);
                added += count;
            }
        }
    }

    /// Keeps only the cells that avert the opponent's threats. Returns the proof if no cell does.
    #[inline(always)]
    fn loss_by_threats(
        &mut self,
        state: &SolverState,
        room: &Room,
        fills: Lanes,
        techniques: impl TechniqueSet<Technique>,
    ) -> Option<SlackProof> {
        let needed = self.other_needed;
        if !techniques.has(Technique::Threats) || needed > 3 {
            return None;
        }
        let reach = room.reach(state.own, 1);
        // On a line with two empty cells, a piece of the player to move may turn the claim into a
        // tie.
        let ties = fills | equal(state.free, each(2));
        let after = ZERO - state.lead + each(2 * state.other.largest()[0] as i8) + ties;
        let claims = more(after, reach) & self.undecided;
        let claimable = bits(claims);
        if claimable.count_ones() < needed {
            return None;
        }
        let margin = choose(claims, margin(after, reach), self.other_margin);
        let mut cells = state.empty;
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            if (claimable & u32::from(LINE_SET[cell])).count_ones() >= needed {
                self.cells &= 1 << cell;
                self.slack = lower_least(self.slack, self.other | claims & ON[cell], margin);
                if self.cells == 0 {
                    return Some(SlackProof { is_won: false, slack: self.slack });
                }
            }
        }
        None
    }
}

/// Looks at a position. With up to four empty cells, it looks only at the owned lines.
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
        other_needed,
        claimable: 0,
        cells: state.empty,
        slack: ANY,
    };
    if state.count() <= 4 {
        return Glanced::Open(seen);
    }

    // A piece that fills a line loses a tie there.
    let fills = equal(state.free, ONE);
    if let Some(proof) = seen.win_by_claim(state, &room, fills) {
        return Glanced::Decided(proof);
    }
    if let Some(proof) = seen.loss_by_many_lines(state, &room, techniques) {
        return Glanced::Decided(proof);
    }
    if let Some(proof) = seen.loss_by_threats(state, &room, fills, techniques) {
        return Glanced::Decided(proof);
    }
    Glanced::Open(seen)
}

/// The lines that the player to move owns for good less those that the opponent does.
pub(super) fn lines_ahead(state: &SolverState) -> i32 {
    let room = Room::new(state.free);
    let own = more(state.lead, room.reach(state.other, 0));
    let other = more(ZERO - state.lead, room.reach(state.own, 0));
    bits(own).count_ones() as i32 - bits(other).count_ones() as i32
}

/// An upper bound of the number of these lines that the player to move can fill completely before
/// the opponent has a piece on each.
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
