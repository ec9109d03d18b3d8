//! The order in which moves are tried.

use super::super::regions::around;
use super::super::squares::numbers;
use super::field::odd_quarters;
use super::inquiry::Inquiry;
use super::preview::{Judge, Preview};
use super::technique::Technique;
use sarsen_core::solvers::techniques::TechniqueSet;
use sarsen_core::sys::processor::Processor;

/// The greatest number of legal moves of a position (33 in a game, more in set-up positions).
pub(super) const MOST_MOVES: usize = 64;

/// For the move that was best before.
const KNOWN: i32 = 1 << 30;
/// For each reply of the opponent, and for each corner among them once more.
const REPLY: i32 = -(1 << 15);
/// For an empty square next to the mover's discs: a reply that may come.
const ROOM: i32 = -(1 << 10);
/// For a square in a quarter with an odd number of empty squares.
const ODD: i32 = 1 << 11;
/// For a corner.
const CORNER: i32 = 1 << 14;
/// For a hundredth of a disc in the evaluator's opinion.
const OPINION: i32 = 150;

/// A move with its points.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    points: i32,
    pub(super) square: u32,
    pub(super) turned: u64,
}

/// The legal moves of a position, at most `N`, the most promising first.
pub(super) struct Candidates<const N: usize> {
    list: [Candidate; N],
    count: usize,
    next: usize,
}

impl<const N: usize> Candidates<N> {
    /// The candidates of a position, with `known` as the move to try first.
    #[inline(always)]
    pub(super) fn new<P: Processor, T: TechniqueSet<Technique>>(
        processor: P,
        asked: &Inquiry<'_, '_, T>,
        judge: Option<Judge<'_>>,
        moves: u64,
        known: u8,
    ) -> Self {
        const NONE: Candidate = Candidate { points: 0, square: 0, turned: 0 };
        let mut candidates = Self { list: [NONE; N], count: 0, next: 0 };
        let (field, discs, techniques) =
            (&asked.search.field, asked.question.discs(), asked.techniques);
        let empty = asked.empty();
        let odd = odd_quarters(empty);
        for square in numbers(moves) {
            let (bit, turned) = (1 << square, discs.turned(square));
            let after = discs.after(square, turned);
            let mut points = 0;
            if techniques.has(Technique::FastestFirst) {
                let room = empty & !bit;
                let replies = after.moves(room);
                let count = (replies.count_ones() + (replies & field.corners).count_ones()) as i32;
                points += REPLY * count + ROOM * (around(after.other) & room).count_ones() as i32;
            }
            if let Some(judge) = judge {
                points -= OPINION * processor.run(Preview::new(judge, field, after));
            }
            points += if bit & field.corners != 0 { CORNER } else { 0 };
            if techniques.has(Technique::Parity) && bit & odd != 0 {
                points += ODD;
            }
            points += if square == u32::from(known) { KNOWN } else { 0 };
            candidates.list[candidates.count] = Candidate { points, square, turned };
            candidates.count += 1;
        }
        candidates
    }

    /// All of them, in no order.
    #[inline(always)]
    pub(super) fn all(&self) -> &[Candidate] {
        &self.list[..self.count]
    }
}

impl<const N: usize> Iterator for Candidates<N> {
    type Item = Candidate;

    /// The best of those that are left.
    #[inline(always)]
    fn next(&mut self) -> Option<Candidate> {
        let left = &mut self.list[self.next..self.count];
        let mut best = 0;
        for at in 1..left.len() {
            best = if left[at].points > left[best].points { at } else { best };
        }
        if left.is_empty() {
            return None;
        }
        left.swap(0, best);
        self.next += 1;
        Some(left[0])
    }
}
