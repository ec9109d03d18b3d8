//! The recursion: is the final difference more than a limit?
//!
//! Limits are odd and differences even. The result is a bound: if it is more than the limit, the
//! difference is at least the result, and if it is less, the difference is at most the result.

use super::order::{Candidates, by_parity, squares};
use super::pair::Pair;
use super::search::ThreadSearch;
use super::stability::stable_discs;
use super::store::{NO_SQUARE, StoredRange};
use super::technique::Technique;
use crate::solvers::techniques::TechniqueSet;
use crate::sys::processor::{Computation, Processor};

/// Up to this many empty squares, positions are not kept, and moves are tried in a fixed order.
const SHALLOW: u32 = 7;

/// With more empty squares than this, the store is asked for the positions after all moves.
const ENHANCED: u32 = 9;

/// Less than every difference.
const NOTHING: i32 = -99;

/// The question about a position. Its limit is for the player to move.
#[derive(Clone, Copy)]
pub(super) struct Question {
    pub(super) pair: Pair,
    pub(super) limit: i32,
    /// The number of empty squares.
    pub(super) left: u32,
    /// Whether the move before was a pass.
    pub(super) has_passed: bool,
}

impl Question {
    /// The same question for the opponent after a move.
    #[inline(always)]
    fn after(self, square: u32, turned: u64) -> Self {
        Self {
            pair: self.pair.after(square, turned),
            limit: -self.limit,
            left: self.left - 1,
            has_passed: false,
        }
    }

    /// The same question for the opponent after a pass.
    #[inline(always)]
    fn after_pass(self) -> Self {
        Self { pair: self.pair.passed(), limit: -self.limit, has_passed: true, ..self }
    }
}

/// A visit of a position.
pub(super) struct Visit<'a, 's, T> {
    pub(super) search: &'a mut ThreadSearch<'s>,
    pub(super) techniques: T,
    pub(super) question: Question,
}

impl<T: TechniqueSet<Technique>> Computation for Visit<'_, '_, T> {
    type Found = i32;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> i32 {
        let Visit { search, techniques, question } = self;
        search.count();
        let Question { pair, limit, left, .. } = question;
        if left == 0 {
            return search.field.difference(pair);
        }
        if techniques.has(Technique::LastFour) && left <= 4 {
            let empty = search.field.empty(pair);
            return match left {
                1 => search.last.one(&search.field, pair, empty.trailing_zeros()),
                2 => two(search, question, empty),
                _ => few(processor, search, techniques, question, empty),
            };
        }
        if let Some(bound) = stability_bound(search, techniques, question) {
            return bound;
        }
        let moves = pair.moves(search.field.empty(pair));
        if moves == 0 {
            return pass(processor, search, techniques, question);
        }
        if left <= SHALLOW {
            shallow(processor, search, techniques, question, moves)
        } else {
            deep(processor, search, techniques, question, moves, limit)
        }
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
    -processor.run(Visit { search, techniques, question })
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
        return search.field.difference(question.pair);
    }
    ask(processor, search, techniques, question.after_pass())
}

/// An upper bound, if the opponent surely keeps so many discs that the limit is out of reach. It is
/// not worth the time to look where that is unlikely.
#[inline(always)]
fn stability_bound<T: TechniqueSet<Technique>>(
    search: &ThreadSearch<'_>,
    techniques: T,
    Question { pair, limit, left, .. }: Question,
) -> Option<i32> {
    if !techniques.has(Technique::Stability) || limit < 2 * left as i32 - 2 {
        return None;
    }
    let field = &search.field;
    let safe = stable_discs(field, pair.other, pair.own).count_ones() as i32;
    let bound = field.size() - 2 * safe;
    (bound < limit).then_some(bound)
}

/// Two empty squares.
#[inline(always)]
fn two(search: &mut ThreadSearch<'_>, question: Question, empty: u64) -> i32 {
    let (field, last) = (search.field, search.last);
    let ends = [empty.trailing_zeros(), 63 - empty.leading_zeros()];
    let mut visited = 0;
    let mut side = |pair: Pair, limit: i32| {
        let mut best = NOTHING;
        for (square, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            let turned = pair.turned(square);
            if turned != 0 {
                visited += 1;
                best = best.max(-last.one(&field, pair.after(square, turned), other));
                if best > limit {
                    break;
                }
            }
        }
        best
    };
    let mut best = side(question.pair, question.limit);
    if best == NOTHING {
        best = side(question.pair.passed(), -question.limit);
        best = if best == NOTHING { field.difference(question.pair) } else { -best };
    }
    search.visited += visited;
    best
}

/// Three or four empty squares.
#[inline(always)]
fn few<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    search: &mut ThreadSearch<'_>,
    techniques: T,
    question: Question,
    empty: u64,
) -> i32 {
    let mut best = NOTHING;
    for square in by_parity(techniques, empty, empty, 0) {
        let turned = question.pair.turned(square);
        if turned == 0 {
            continue;
        }
        best = best.max(ask(processor, search, techniques, question.after(square, turned)));
        if best > question.limit {
            return best;
        }
    }
    if best == NOTHING { pass(processor, search, techniques, question) } else { best }
}

/// A position with few empty squares.
#[inline(always)]
fn shallow<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    search: &mut ThreadSearch<'_>,
    techniques: T,
    question: Question,
    moves: u64,
) -> i32 {
    let empty = search.field.empty(question.pair);
    let mut best = NOTHING;
    for square in by_parity(techniques, moves, empty, search.field.corners) {
        let turned = question.pair.turned(square);
        best = best.max(ask(processor, search, techniques, question.after(square, turned)));
        if best > question.limit {
            break;
        }
    }
    best
}

/// A position with many empty squares.
#[inline(always)]
fn deep<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    search: &mut ThreadSearch<'_>,
    techniques: T,
    question: Question,
    moves: u64,
    limit: i32,
) -> i32 {
    let hash = question.pair.hash();
    let known = search.store.get(hash).unwrap_or(StoredRange::ALL);
    if i32::from(known.least) > limit {
        return known.least.into();
    }
    if i32::from(known.most) < limit {
        return known.most.into();
    }
    if search.must_end() {
        return 0;
    }
    let before = search.visited;
    let (field, pair) = (search.field, question.pair);
    let mut candidates = Candidates::new(&field, techniques, pair, moves, known.best.into());
    if techniques.has(Technique::EnhancedCutOffs) && question.left > ENHANCED {
        for candidate in candidates.all() {
            let after = pair.after(candidate.square, candidate.turned);
            if let Some(found) = search.store.get(after.hash())
                && -i32::from(found.most) > limit
            {
                return -i32::from(found.most);
            }
        }
    }
    let (mut best, mut best_square) = (NOTHING, NO_SQUARE);
    let mut put_off = 0_u64;
    let mut turn = |search: &mut ThreadSearch<'_>, square: u32, turned: u64| {
        let next = question.after(square, turned);
        let in_flight = search.watch.in_flight.as_ref().filter(|_| next.left > SHALLOW + 3);
        let key = if in_flight.is_some() { next.pair.hash() } else { 0 };
        if let Some(in_flight) = in_flight {
            in_flight.enter(key);
        }
        let found = ask(processor, search, techniques, next);
        if let Some(in_flight) = search.watch.in_flight.as_ref().filter(|_| key != 0) {
            in_flight.leave(key);
        }
        if found > best {
            (best, best_square) = (found, square as u8);
        }
        best > limit
    };
    let mut is_enough = false;
    let mut is_first = true;
    for candidate in candidates.by_ref() {
        let (square, turned) = (candidate.square, candidate.turned);
        // Another thread is at it. Its answer will be in the store.
        let is_busy = !is_first
            && question.left > SHALLOW + 4
            && search
                .watch
                .in_flight
                .as_ref()
                .is_some_and(|in_flight| in_flight.contains(pair.after(square, turned).hash()));
        if is_busy {
            put_off |= 1 << square;
            continue;
        }
        is_first = false;
        is_enough = turn(search, square, turned);
        if is_enough || search.is_over {
            break;
        }
    }
    for square in squares(if is_enough { 0 } else { put_off }) {
        if search.is_over || turn(search, square, pair.turned(square)) {
            break;
        }
    }
    if search.is_over {
        return 0;
    }
    let mut range = StoredRange { best: best_square, ..known };
    if best > limit {
        range.least = range.least.max(best as i8);
    } else {
        range.most = range.most.min(best as i8);
    }
    search.store.put(hash, range, search.visited - before);
    best
}
