//! The recursion: the most promising moves come first, and what is found is kept.

use super::inquiry::Inquiry;
use super::near_end::NearEnd;
use super::order::{Candidate, Candidates, MOST_MOVES};
use super::preview::Judge;
use super::question::{NOTHING, Question};
use super::search::ThreadSearch;
use super::store::{NO_SQUARE, StoredRange};
use super::technique::Technique;
use sarsen_core::solvers::techniques::TechniqueSet;
use sarsen_core::sys::processor::{Computation, Processor};

/// With fewer empty squares than this, moves are tried in a fixed order.
const ORDERED: u32 = 7;

/// With at least this many empty squares, positions are kept.
const STORED: u32 = 10;

/// With at least this many empty squares, the store is asked for the positions after all moves.
const ENHANCED: u32 = 11;

/// With at least this many empty squares, threads tell each other what they are at.
const SHARED: u32 = 11;

/// A visit of a position.
pub(super) struct Visit<'a, 's, T>(pub(super) Inquiry<'a, 's, T>);

impl<T: TechniqueSet<Technique>> Computation for Visit<'_, '_, T> {
    type Found = i32;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> i32 {
        let Visit(mut asked) = self;
        asked.search.count();
        if let Some(bound) = asked.stability_bound() {
            return bound;
        }
        let question = asked.question;
        let moves = question.discs().moves(asked.empty());
        if moves == 0 && question.has_passed {
            asked.difference()
        } else if moves == 0 {
            ask(processor, &mut asked, question.after_pass())
        } else if question.left < STORED {
            middle(processor, &mut asked, moves)
        } else {
            deep(processor, &mut asked, moves)
        }
    }
}

/// Asks about the position after a move. The result is for the player who has moved.
#[inline(always)]
fn ask<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    asked: &mut Inquiry<'_, '_, T>,
    next: Question,
) -> i32 {
    -if next.left < ORDERED {
        processor.run(NearEnd(asked.about(next)))
    } else {
        processor.run(Visit(asked.about(next)))
    }
}

/// A position that is not worth a place in the store.
#[inline(always)]
fn middle<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    asked: &mut Inquiry<'_, '_, T>,
    moves: u64,
) -> i32 {
    let mut best = NOTHING;
    let candidates =
        Candidates::<{ STORED as usize }>::new(processor, asked, None, moves, NO_SQUARE);
    for Candidate { square, turned, .. } in candidates {
        let next = asked.question.after(square, turned);
        best = best.max(ask(processor, asked, next));
        if best > asked.question.limit {
            break;
        }
    }
    best
}

/// A position that is kept in the store.
#[inline(always)]
fn deep<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    asked: &mut Inquiry<'_, '_, T>,
    moves: u64,
) -> i32 {
    let Inquiry { techniques, question, .. } = *asked;
    let (discs, Question { limit, left, .. }) = (question.discs(), question);
    let hash = discs.hash();
    let known = asked.search.store.get(hash).unwrap_or(StoredRange::ALL);
    if let Some(bound) = known.answer(limit) {
        return bound;
    }
    let patterns = asked.search.patterns.filter(|_| techniques.has(Technique::Opinion));
    let judge = patterns.and_then(|patterns| Judge::of(patterns, left));
    // A far look takes as long as thousands of positions, which are not counted.
    if asked.search.must_end(judge.is_some_and(Judge::looks_far)) {
        return 0;
    }
    let before = asked.search.visited;
    let mut candidates = Candidates::<MOST_MOVES>::new(processor, asked, judge, moves, known.best);
    if techniques.has(Technique::EnhancedCutOffs)
        && left >= ENHANCED
        && let Some(bound) = known_after(asked.search, question, candidates.all())
    {
        return bound;
    }
    let (mut best, mut best_square) = (NOTHING, NO_SQUARE);
    let mut put_off = 0_u64;
    loop {
        let (square, turned) = match candidates.next() {
            Some(Candidate { square, turned, .. }) => {
                if best_square != NO_SQUARE && is_busy(asked.search, question, square, turned) {
                    put_off |= 1 << square;
                    continue;
                }
                (square, turned)
            }
            None if put_off != 0 => {
                let square = put_off.trailing_zeros();
                put_off &= put_off - 1;
                (square, discs.turned(square))
            }
            None => break,
        };
        let found = turn(processor, asked, question.after(square, turned));
        if asked.search.is_over {
            return 0;
        }
        if found > best {
            (best, best_square) = (found, square as u8);
            if best > limit {
                break;
            }
        }
    }
    let range = StoredRange { best: best_square, ..known.with(best, limit) };
    asked.search.store.put(hash, range, asked.search.visited - before);
    best
}

/// Asks about the position after a move, and tells the other threads meanwhile.
#[inline(always)]
fn turn<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    asked: &mut Inquiry<'_, '_, T>,
    next: Question,
) -> i32 {
    let Some(in_flight) = asked.search.watch.in_flight.as_ref().filter(|_| next.left >= SHARED)
    else {
        return ask(processor, asked, next);
    };
    let key = next.discs().hash();
    in_flight.enter(key);
    let found = ask(processor, asked, next);
    in_flight.leave(key);
    found
}

/// Whether another thread is at the position after a move. Its answer will be in the store.
#[inline(always)]
fn is_busy(search: &ThreadSearch<'_>, question: Question, square: u32, turned: u64) -> bool {
    let Some(in_flight) = search.watch.in_flight.as_ref().filter(|_| question.left > SHARED) else {
        return false;
    };
    in_flight.contains(question.discs().after(square, turned).hash())
}

/// A lower bound that is more than the limit, by what the store knows of the position after a move.
#[inline(always)]
fn known_after(search: &ThreadSearch<'_>, question: Question, moves: &[Candidate]) -> Option<i32> {
    let (discs, limit) = (question.discs(), question.limit);
    for &Candidate { square, turned, .. } in moves {
        search.store.prefetch(discs.after(square, turned).hash());
    }
    moves.iter().find_map(|&Candidate { square, turned, .. }| {
        let found = search.store.get(discs.after(square, turned).hash())?;
        let bound = -i32::from(found.most);
        (bound > limit).then_some(bound)
    })
}
