//! Positions with few empty squares: nothing is kept, and the moves are tried in a fixed order,
//! squares in regions with an odd number of empty squares first.

use super::super::squares::numbers;
use super::discs::Discs;
use super::field::odd_quarters;
use super::inquiry::Inquiry;
use super::question::{NOTHING, Question};
use super::search::ThreadSearch;
use super::technique::Technique;
use sarsen_core::solvers::techniques::TechniqueSet;
use sarsen_core::sys::processor::{Computation, Processor};

/// A visit of a position near the end.
pub(super) struct NearEnd<'a, 's, T>(pub(super) Inquiry<'a, 's, T>);

impl<T: TechniqueSet<Technique>> Computation for NearEnd<'_, '_, T> {
    type Found = i32;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> i32 {
        let NearEnd(mut asked) = self;
        asked.search.count();
        let (discs, Question { limit, left, .. }) = (asked.question.discs(), asked.question);
        let empty = asked.empty();
        if left == 0 {
            return asked.difference();
        }
        if asked.techniques.has(Technique::LastFour) && left <= 4 {
            let search = &mut *asked.search;
            return match left {
                1 => search.last.one(&search.field, discs, empty.trailing_zeros()),
                2 => two(search, discs, limit, empty),
                3 => processor.run(Three(asked)),
                _ => four(processor, &mut asked),
            };
        }
        if let Some(bound) = asked.stability_bound() {
            return bound;
        }
        let moves = discs.moves(empty);
        if moves == 0 { pass(processor, &mut asked) } else { some(processor, &mut asked, moves) }
    }
}

/// Asks about the position after a move. The result is for the player who has moved.
#[inline(always)]
fn ask<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    asked: &mut Inquiry<'_, '_, T>,
    next: Question,
) -> i32 {
    -processor.run(NearEnd(asked.about(next)))
}

/// A player without a move passes. If the opponent has just passed, the game is over.
#[inline(always)]
fn pass<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    asked: &mut Inquiry<'_, '_, T>,
) -> i32 {
    if asked.question.has_passed {
        return asked.difference();
    }
    ask(processor, asked, asked.question.after_pass())
}

/// The best difference that a move on one of these squares leads to, or [`NOTHING`] if no move is
/// legal. The parts of the squares are tried one after another, until a move leads to more than the
/// limit. `find` takes a square and the discs that turn over.
#[inline(always)]
fn best_move<const PARTS: usize>(
    discs: Discs,
    limit: i32,
    parts: [u64; PARTS],
    mut find: impl FnMut(u32, u64) -> i32,
) -> i32 {
    let mut best = NOTHING;
    for part in parts {
        for square in numbers(part) {
            let turned = discs.turned(square);
            if turned == 0 {
                continue;
            }
            best = best.max(find(square, turned));
            if best > limit {
                return best;
            }
        }
    }
    best
}

/// Any number of empty squares. Corners come before other squares of a region of the same kind.
#[inline(always)]
fn some<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    asked: &mut Inquiry<'_, '_, T>,
    moves: u64,
) -> i32 {
    let (question, corners) = (asked.question, asked.search.field.corners);
    let [odd, even] = odd_first(asked.techniques, asked.empty()).map(|part| part & moves);
    let parts = [odd & corners, odd & !corners, even & corners, even & !corners];
    best_move(question.discs(), question.limit, parts, |square, turned| {
        ask(processor, asked, question.after(square, turned))
    })
}

/// Four empty squares. It is not worth the time to find the legal moves beforehand.
#[inline(always)]
fn four<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    asked: &mut Inquiry<'_, '_, T>,
) -> i32 {
    let question = asked.question;
    let parts = odd_first(asked.techniques, asked.empty());
    let best = best_move(question.discs(), question.limit, parts, |square, turned| {
        asked.search.count();
        -processor.run(Three(asked.about(question.after(square, turned))))
    });
    if best == NOTHING { pass(processor, asked) } else { best }
}

/// A visit of a position with three empty squares.
struct Three<'a, 's, T>(Inquiry<'a, 's, T>);

impl<T: TechniqueSet<Technique>> Computation for Three<'_, '_, T> {
    type Found = i32;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> i32 {
        let empty = self.0.empty();
        let Inquiry { search, techniques, question } = self.0;
        let (mut discs, mut limit) = (question.discs(), question.limit);
        let parts = odd_first(techniques, empty);
        let mut sign = 1;
        loop {
            let best = best_move(discs, limit, parts, |square, turned| {
                search.count();
                -two(search, discs.after(square, turned), -limit, empty & !(1 << square))
            });
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

/// The empty squares in two parts. First come those in regions with an odd number of empty squares,
/// where the last move is the mover's.
#[inline(always)]
fn odd_first<T: TechniqueSet<Technique>>(techniques: T, empty: u64) -> [u64; 2] {
    let odd = if techniques.has(Technique::Parity) { odd_quarters(empty) } else { 0 };
    [empty & odd, empty & !odd]
}
