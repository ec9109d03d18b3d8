//! A look a few moves ahead by the evaluator, to put the moves of an important position in order.

use super::super::patterns::Patterns;
use super::super::squares::numbers;
use super::discs::Discs;
use super::field::Field;
use sarsen_core::game::value::Value;
use sarsen_core::sys::processor::{Computation, Processor};

/// More than every opinion.
const MOST: Value = 1_000_000;

/// With at least this many empty squares, the evaluator has an opinion on moves.
const JUDGED: u32 = 12;

/// With at least this many empty squares, it looks at the replies, too; then at the moves after
/// them, and so on. What is below such a position takes much longer than the look.
const AHEAD: [u32; 4] = [15, 19, 21, 23];

/// Who has an opinion on the moves of a position.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    patterns: &'a Patterns,
    /// How many plies it looks ahead after a move.
    plies: u32,
}

impl<'a> Judge<'a> {
    /// The judge of a position with this number of empty squares. None if an opinion is not worth
    /// the time.
    #[inline(always)]
    pub(super) fn of(patterns: &'a Patterns, left: u32) -> Option<Self> {
        let plies = AHEAD.iter().filter(|&&least| left >= least).count() as u32;
        (left >= JUDGED).then_some(Self { patterns, plies })
    }

    /// Whether it looks further than at the replies.
    #[inline(always)]
    pub(super) fn looks_far(self) -> bool {
        self.plies > 1
    }
}

/// What the evaluator thinks of a position, for the player to move.
pub(super) struct Preview<'a> {
    judge: Judge<'a>,
    field: &'a Field,
    discs: Discs,
    alpha: Value,
    beta: Value,
}

impl<'a> Preview<'a> {
    /// A look at a position.
    #[inline(always)]
    pub(super) fn new(judge: Judge<'a>, field: &'a Field, discs: Discs) -> Self {
        Self { judge, field, discs, alpha: -MOST, beta: MOST }
    }
}

impl Computation for Preview<'_> {
    type Found = Value;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> Value {
        let Self { judge: Judge { patterns, plies }, field, discs, mut alpha, beta } = self;
        let empty = field.empty(discs);
        let (moves, replies) = (discs.moves(empty), discs.passed().moves(empty));
        if plies == 0 || moves == 0 {
            return patterns.value(discs.own, discs.other, moves, replies);
        }
        let mut best = -MOST;
        for square in numbers(moves) {
            let after = discs.after(square, discs.turned(square));
            let judge = Judge { patterns, plies: plies - 1 };
            let look = Preview { judge, field, discs: after, alpha: -beta, beta: -alpha };
            best = best.max(-processor.run(look));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
