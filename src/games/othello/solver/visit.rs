//! The recursion: the most promising moves come first, and what is found is kept.

use super::near_end::NearEnd;
use super::order::{Candidate, Candidates, MOST_MOVES};
use super::preview::Judge;
use super::question::{NOTHING, Question};
use super::search::ThreadSearch;
use super::store::{NO_SQUARE, StoredRange};
use super::technique::Technique;
use crate::solvers::techniques::TechniqueSet;
use crate::sys::processor::{Computation, Processor};

/// With fewer empty squares than this, moves are tried in a fixed order.
const ORDERED: u32 = 7;

/// With at least this many empty squares, positions are kept.
const STORED: u32 = 10;

/// With at least this many empty squares, the store is asked for the positions after all moves.
const ENHANCED: u32 = 11;

/// With at least this many empty squares, threads tell each other what they are at.
const SHARED: u32 = 11;

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
        if let Some(bound) = question.stability_bound(&search.field, techniques) {
            return bound;
        }
        let moves = question.discs().moves(search.field.empty(question.discs()));
        if moves == 0 && question.has_passed {
            search.field.difference(question.discs())
        } else if moves == 0 {
            ask(processor, search, techniques, question.after_pass())
        } else if question.left < STORED {
            middle(processor, search, techniques, question, moves)
        } else {
            deep(processor, search, techniques, question, moves)
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
    -if question.left < ORDERED {
        processor.run(NearEnd { search, techniques, question })
    } else {
        processor.run(Visit { search, techniques, question })
    }
}

/// A position that is not worth a place in the store.
#[inline(always)]
fn middle<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    search: &mut ThreadSearch<'_>,
    techniques: T,
    question: Question,
    moves: u64,
) -> i32 {
    let mut best = NOTHING;
    let candidates = Candidates::<{ STORED as usize }>::new(
        processor,
        techniques,
        &search.field,
        None,
        question.discs(),
        moves,
        NO_SQUARE.into(),
    );
    for Candidate { square, turned, .. } in candidates {
        best = best.max(ask(processor, search, techniques, question.after(square, turned)));
        if best > question.limit {
            break;
        }
    }
    best
}

/// A position that is kept in the store.
#[inline(always)]
fn deep<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    search: &mut ThreadSearch<'_>,
    techniques: T,
    question: Question,
    moves: u64,
) -> i32 {
    let (discs, Question { limit, left, .. }) = (question.discs(), question);
    let hash = discs.hash();
    let known = search.store.get(hash).unwrap_or(StoredRange::ALL);
    if let Some(bound) = known.answer(limit) {
        return bound;
    }
    if search.must_end() {
        return 0;
    }
    let before = search.visited;
    let patterns = search.patterns.filter(|_| techniques.has(Technique::Opinion));
    let judge = patterns.and_then(|patterns| Judge::of(patterns, left));
    let mut candidates = Candidates::<MOST_MOVES>::new(
        processor,
        techniques,
        &search.field,
        judge,
        discs,
        moves,
        known.best.into(),
    );
    if techniques.has(Technique::EnhancedCutOffs)
        && left >= ENHANCED
        && let Some(bound) = known_after(search, question, candidates.all())
    {
        return bound;
    }
    let (mut best, mut best_square) = (NOTHING, NO_SQUARE);
    let mut put_off = 0_u64;
    loop {
        let (square, turned) = match candidates.next() {
            Some(Candidate { square, turned, .. }) => {
                if best_square != NO_SQUARE && is_busy(search, question, square, turned) {
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
        let found = turn(processor, search, techniques, question.after(square, turned));
        if search.is_over {
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
    search.store.put(hash, range, search.visited - before);
    best
}

/// Asks about the position after a move, and tells the other threads meanwhile.
#[inline(always)]
fn turn<P: Processor, T: TechniqueSet<Technique>>(
    processor: P,
    search: &mut ThreadSearch<'_>,
    techniques: T,
    next: Question,
) -> i32 {
    let Some(in_flight) = search.watch.in_flight.as_ref().filter(|_| next.left >= SHARED) else {
        return ask(processor, search, techniques, next);
    };
    let key = next.discs().hash();
    in_flight.enter(key);
    let found = ask(processor, search, techniques, next);
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
