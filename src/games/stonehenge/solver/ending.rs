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

/// A position with four empty cells, and the two pieces that each player has for them.
struct Ending<'a> {
    state: &'a SolverState,
    cells: [usize; ENDING_CELLS],
    on: [Lanes; ENDING_CELLS],
    own: [usize; 2],
    other: [usize; 2],
}

/// A way to fill the cells. The player to move puts `piece` on `cell`, and the opponent puts
/// `other_piece` on `reply`. Then the player to move fills the first of the other two cells, or the
/// second if `swaps`.
#[derive(Clone, Copy)]
struct Filling {
    cell: usize,
    piece: usize,
    reply: usize,
    other_piece: usize,
    swaps: bool,
}

impl Ending<'_> {
    /// The leads on the full board.
    #[inline(always)]
    fn end(&self, way: Filling) -> Lanes {
        let Filling { cell, piece, reply, other_piece, swaps } = way;
        let (third, last) = REST[cell][reply];
        let (third, last) = if swaps { (last, third) } else { (third, last) };
        let mine = TWICE[self.cells[cell]][self.own[piece]]
            + TWICE[self.cells[third]][self.own[1 - piece]];
        let others = TWICE[self.cells[reply]][self.other[other_piece]]
            + TWICE[self.cells[last]][self.other[1 - other_piece]];
        let on = &self.on;
        let ties = tie(on[cell], on[reply]) & !(on[third] | on[last]) | tie(on[third], on[last]);
        self.state.lead + (mine + ties) - others
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
        state,
        cells,
        on: [ON[cells[0]], ON[cells[1]], ON[cells[2]], ON[cells[3]]],
        own,
        other,
    };
    let (own_kinds, other_kinds) =
        (1 + usize::from(own[0] != own[1]), 1 + usize::from(other[0] != other[1]));
    let mut refutations = [[(0, 0); 2]; ENDING_CELLS];
    for (cell, refutations) in refutations.iter_mut().enumerate() {
        'piece: for (piece, refutation) in refutations[..own_kinds].iter_mut().enumerate() {
            // For each reply and its piece, whether only the second of the last two cells wins.
            let mut answers = [[false; 2]; ENDING_CELLS];
            for (reply, answers) in answers.iter_mut().enumerate().filter(|&(at, _)| at != cell) {
                for (other_piece, answer) in answers[..other_kinds].iter_mut().enumerate() {
                    let way = Filling { cell, piece, reply, other_piece, swaps: false };
                    if is_won(ending.end(way)) {
                        continue;
                    }
                    if !is_won(ending.end(Filling { swaps: true, ..way })) {
                        *refutation = (reply, other_piece);
                        continue 'piece;
                    }
                    *answer = true;
                }
            }
            let mut slack = ANY;
            for (reply, answers) in answers.into_iter().enumerate().filter(|&(at, _)| at != cell) {
                for (other_piece, &swaps) in answers[..other_kinds].iter().enumerate() {
                    let end = ending.end(Filling { cell, piece, reply, other_piece, swaps });
                    slack = lower(slack, more(end, ZERO), end - ONE);
                }
            }
            return SlackProof { is_won: true, slack };
        }
    }
    let mut slack = ANY;
    for (cell, refutations) in refutations.iter().enumerate() {
        for (piece, &(reply, other_piece)) in refutations[..own_kinds].iter().enumerate() {
            for swaps in [false, true] {
                let end = ZERO - ending.end(Filling { cell, piece, reply, other_piece, swaps });
                slack = lower(slack, more(end, ZERO), end - ONE);
            }
        }
    }
    SlackProof { is_won: false, slack }
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
