//! The last four cells: tries all ways to fill them, and computes all lines at once.

use super::super::board::LINES_TO_WIN;
use super::super::hand::Hand;
use super::lanes::{ANY, Lanes, ONE, ZERO, bits, more};
use super::proof::{SlackProof, lower};
use super::state::SolverState;
use super::tables::{ON, TWICE};

/// The number of empty cells.
pub(super) const ENDING_CELLS: usize = 4;

/// For each two of the four cells, the other two.
const REST: [[(usize, usize); ENDING_CELLS]; ENDING_CELLS] = [
    [(0, 0), (2, 3), (1, 3), (1, 2)],
    [(2, 3), (0, 0), (0, 3), (0, 2)],
    [(1, 3), (0, 3), (0, 0), (0, 1)],
    [(1, 2), (0, 2), (0, 1), (0, 0)],
];

/// The points that the two pieces of a player add on each of the four cells.
type AddedPoints = [[Lanes; ENDING_CELLS]; 2];

/// A position with four empty cells.
struct Ending {
    lead: Lanes,
    on: [Lanes; ENDING_CELLS],
    own: AddedPoints,
    other: AddedPoints,
}

/// The position after a move to `cell`.
#[derive(Clone, Copy)]
struct AfterMove<'a> {
    cell: usize,
    lead: Lanes,
    /// The points of the piece that is left.
    left: &'a [Lanes; ENDING_CELLS],
}

/// The reply to a move, and which cell is filled last.
#[derive(Clone, Copy)]
struct Filling {
    /// The cell of the reply.
    reply: usize,
    /// Which of the opponent's pieces comes first.
    piece: usize,
    /// Whether the player to move fills the second of the other two cells, and not the first.
    swaps: bool,
}

impl Ending {
    #[inline(always)]
    fn after(&self, cell: usize, piece: usize) -> AfterMove<'_> {
        let lead = self.lead + self.own[piece][cell];
        AfterMove { cell, lead, left: &self.own[1 - piece] }
    }

    /// The leads on the full board.
    #[inline(always)]
    fn end(&self, after: AfterMove<'_>, way: Filling) -> Lanes {
        let AfterMove { cell, lead, left } = after;
        let Filling { reply, piece, swaps } = way;
        let (third, last) = REST[cell][reply];
        let (third, last) = if swaps { (last, third) } else { (third, last) };
        let on = &self.on;
        let ties = tie(on[cell], on[reply]) & !(on[third] | on[last]) | tie(on[third], on[last]);
        let others = self.other[piece][reply] + self.other[1 - piece][last];
        (lead + ties) + (left[third] - others)
    }
}

/// The correction of the leads for ties, if the player to move has just put a piece on the lines
/// `mine` and then the opponent on the lines `others`.
#[inline(always)]
fn tie(mine: Lanes, others: Lanes) -> Lanes {
    (others & ONE) | mine & !others
}

/// Solves a position with four empty cells.
#[inline(always)]
pub(super) fn solve(state: &SolverState) -> SlackProof {
    let mut cells = [0; ENDING_CELLS];
    let mut left = state.empty;
    for cell in &mut cells {
        *cell = left.trailing_zeros() as usize;
        left &= left - 1;
    }
    let (own, other) = (both(state.own), both(state.other));
    let ending = Ending {
        lead: state.lead,
        on: [ON[cells[0]], ON[cells[1]], ON[cells[2]], ON[cells[3]]],
        own: points(cells, own),
        other: points(cells, other),
    };
    let (own_kinds, other_kinds) =
        (1 + usize::from(own[0] != own[1]), 1 + usize::from(other[0] != other[1]));
    let mut refutations = [[Filling { reply: 0, piece: 0, swaps: false }; 2]; ENDING_CELLS];
    for (cell, refutations) in refutations.iter_mut().enumerate() {
        'piece: for (piece, refutation) in refutations[..own_kinds].iter_mut().enumerate() {
            let after = ending.after(cell, piece);
            let mut slack = ANY;
            for reply in (0..ENDING_CELLS).filter(|&at| at != cell) {
                for piece in 0..other_kinds {
                    let way = Filling { reply, piece, swaps: false };
                    let mut end = ending.end(after, way);
                    if !is_won(end) {
                        end = ending.end(after, Filling { swaps: true, ..way });
                        if !is_won(end) {
                            *refutation = way;
                            continue 'piece;
                        }
                    }
                    slack = lower(slack, more(end, ZERO), end - ONE);
                }
            }
            return SlackProof { is_won: true, slack };
        }
    }
    let mut slack = ANY;
    for (cell, refutations) in refutations.iter().enumerate() {
        for (piece, &refutation) in refutations[..own_kinds].iter().enumerate() {
            let after = ending.after(cell, piece);
            for swaps in [false, true] {
                let end = ZERO - ending.end(after, Filling { swaps, ..refutation });
                slack = lower(slack, more(end, ZERO), end - ONE);
            }
        }
    }
    SlackProof { is_won: false, slack }
}

/// What two pieces add on each of these cells.
#[inline(always)]
fn points(cells: [usize; ENDING_CELLS], pieces: [usize; 2]) -> AddedPoints {
    let [a, b, c, d] = cells;
    let [first, second] = pieces;
    [
        [TWICE[a][first], TWICE[b][first], TWICE[c][first], TWICE[d][first]],
        [TWICE[a][second], TWICE[b][second], TWICE[c][second], TWICE[d][second]],
    ]
}

/// The two pieces of a hand.
#[inline(always)]
fn both(hand: Hand) -> [usize; 2] {
    let [a, b, ..] = hand.largest();
    [usize::from(a), usize::from(b)]
}

#[inline(always)]
fn is_won(end: Lanes) -> bool {
    bits(more(end, ZERO)).count_ones() >= LINES_TO_WIN
}
