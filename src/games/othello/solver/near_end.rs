//! Positions with few empty squares: nothing is kept, and the moves are tried in a fixed order,
//! squares in regions with an odd number of empty squares first.

use super::discs::Discs;
use super::field::odd_quarters;
use super::question::{NOTHING, Question};
use super::search::ThreadSearch;
use super::technique::Technique;
use crate::solvers::techniques::TechniqueSet;
use crate::sys::processor::{Computation, Processor};

/// A visit of a position near the end.
pub(super) struct NearEnd<'a, 's, T> {
    pub(super) search: &'a mut ThreadSearch<'s>,
    pub(super) techniques: T,
    pub(super) question: Question,
}

impl<T: TechniqueSet<Technique>> Computation for NearEnd<'_, '_, T> {
    type Found = i32;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> i32 {
        let NearEnd { search, techniques, question } = self;
        search.count();
        let (discs, left) = (question.discs(), question.left);
        let empty = search.field.empty(discs);
        if left == 0 {
            return search.field.difference(discs);
        }
        if techniques.has(Technique::LastFour) && left <= 4 {
            return match left {
                1 => search.last.one(&search.field, discs, empty.trailing_zeros()),
                2 => two(search, discs, question.limit, empty),
                3 => processor.run(Three { search, techniques, question }),
                _ => four(processor, search, techniques, question, empty),
            };
        }
        if let Some(bound) = question.stability_bound(&search.field, techniques) {
            return bound;
        }
        let moves = discs.moves(empty);
        if moves == 0 {
            return pass(processor, search, techniques, question);
        }
        some(processor, search, techniques, question, moves)
    }
}

/// Asks about the position after a move. The result is for the player who has moved.
#[inline(always)]
fn ask<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    search: &mut ThreadSearch<'_>,
    techniques: T,
    question: Question,
) -> i32 {
    -processor.run(NearEnd { search, techniques, question })
}

/// A player without a move passes. If the opponent has just passed, the game is over.
#[inline(always)]
fn pass<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    search: &mut ThreadSearch<'_>,
    techniques: T,
    question: Question,
) -> i32 {
    if question.has_passed {
        return search.field.difference(question.discs());
    }
    ask(processor, search, techniques, question.after_pass())
}

/// Four empty squares. It is not worth the time to find the legal moves beforehand.
#[inline(always)]
fn four<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    search: &mut ThreadSearch<'_>,
    techniques: T,
    question: Question,
    empty: u64,
) -> i32 {
    let (discs, limit) = (question.discs(), question.limit);
    let odd = odd_squares(techniques, empty);
    let mut best = NOTHING;
    for mut squares in [empty & odd, empty & !odd] {
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let turned = discs.turned(square);
            if turned == 0 {
                continue;
            }
            search.count();
            let question = question.after(square, turned);
            best = best.max(-processor.run(Three { search, techniques, question }));
            if best > limit {
                return best;
            }
        }
    }
    if best == NOTHING { pass(processor, search, techniques, question) } else { best }
}

/// A visit of a position with three empty squares.
struct Three<'a, 's, T> {
    search: &'a mut ThreadSearch<'s>,
    techniques: T,
    question: Question,
}

impl<T: TechniqueSet<Technique>> Computation for Three<'_, '_, T> {
    type Found = i32;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> i32 {
        let Self { search, techniques, question } = self;
        let (mut discs, mut limit) = (question.discs(), question.limit);
        let empty = search.field.empty(discs);
        let odd = odd_squares(techniques, empty);
        let mut sign = 1;
        loop {
            let mut best = NOTHING;
            for mut squares in [empty & odd, empty & !odd] {
                while squares != 0 {
                    let bit = squares & squares.wrapping_neg();
                    let square = squares.trailing_zeros();
                    squares ^= bit;
                    let turned = discs.turned(square);
                    if turned == 0 {
                        continue;
                    }
                    search.count();
                    let after = discs.after(square, turned);
                    best = best.max(-two(search, after, -limit, empty ^ bit));
                    if best > limit {
                        return sign * best;
                    }
                }
            }
            if best != NOTHING {
                return sign * best;
            }
            // The player passes. If the opponent has no move, the game is over.
            if sign < 0 {
                return -search.field.difference(discs);
            }
            (discs, limit, sign) = (discs.passed(), -limit, -1);
        }
    }
}

/// Two empty squares.
#[inline(always)]
fn two(search: &mut ThreadSearch<'_>, discs: Discs, limit: i32, empty: u64) -> i32 {
    let best = two_for(search, discs, limit, empty);
    if best != NOTHING {
        return best;
    }
    match two_for(search, discs.passed(), -limit, empty) {
        NOTHING => search.field.difference(discs),
        best => -best,
    }
}

/// Two empty squares and a player to move. Returns [`NOTHING`] if there is no move.
#[inline(always)]
fn two_for(search: &mut ThreadSearch<'_>, discs: Discs, limit: i32, empty: u64) -> i32 {
    let (field, last) = (search.field, search.last);
    let ends = [empty.trailing_zeros(), 63 - empty.leading_zeros()];
    let mut best = NOTHING;
    for (square, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
        let turned = discs.turned(square);
        if turned != 0 {
            search.count();
            best = best.max(-last.one(&field, discs.after(square, turned), other));
            if best > limit {
                break;
            }
        }
    }
    best
}

/// Some more empty squares. Corners come before other squares of a region of the same kind.
#[inline(always)]
fn some<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    search: &mut ThreadSearch<'_>,
    techniques: T,
    question: Question,
    moves: u64,
) -> i32 {
    let odd = odd_squares(techniques, search.field.empty(question.discs()));
    let corners = search.field.corners;
    let mut best = NOTHING;
    for part in [odd & corners, odd & !corners, !odd & corners, !odd & !corners] {
        let mut squares = moves & part;
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let next = question.after(square, question.discs().turned(square));
            best = best.max(ask(processor, search, techniques, next));
            if best > question.limit {
                return best;
            }
        }
    }
    best
}

/// The squares in regions with an odd number of empty squares, where the last move is the mover's.
#[inline(always)]
fn odd_squares<T: TechniqueSet<Technique>>(techniques: T, empty: u64) -> u64 {
    if techniques.has(Technique::Parity) { odd_quarters(empty) } else { 0 }
}
