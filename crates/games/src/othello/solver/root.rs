//! The questions at the root: from the winner to the exact difference.

use super::super::squares::numbers;
use super::discs::Discs;
use super::field::Field;
use super::inquiry::Inquiry;
use super::question::Question;
use super::search::ThreadSearch;
use super::store::NO_SQUARE;
use super::technique::Technique;
use super::visit::Visit;
use sarsen_core::game::Aim;
use sarsen_core::solvers::techniques::{AllBut, AllTechniques, TechniqueSet};
use sarsen_core::solvers::watch::Watch;
use sarsen_core::sys::processor::{Computation, Processor, run};

/// The stack of a thread. A position takes less than two KiB of it.
const STACK: usize = 4 << 20;

/// What is known of a position: the difference is in this range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Enclosed {
    pub(super) least: i32,
    pub(super) most: i32,
}

/// Finds the difference, with one search for each thread. If the limits end the work, the range is
/// wider.
pub(super) fn enclose(
    techniques: AllBut<Technique>,
    searches: &mut [ThreadSearch<'_>],
    watch: &Watch<'_>,
    field: &Field,
    discs: Discs,
) -> Enclosed {
    let size = field.size();
    let mut found = Enclosed { least: -size, most: size };
    let left = field.empty(discs).count_ones();
    // The first question is about the winner, who is unknown: is it more than -1?
    let mut limit = -1;
    let is_decided =
        |found: &Enclosed| watch.effort.aim == Aim::Winner && (found.least > 0 || found.most < 0);
    while found.least < found.most && !is_decided(&found) {
        let question = Question::new(discs, limit, left);
        let answer = watch.first_answer(STACK, searches, |search| {
            search.is_over = false;
            let answer = visit(techniques, search, question);
            (!search.is_over).then_some(answer)
        });
        let Some(answer) = answer else { return found };
        if answer > limit {
            found.least = answer;
            limit = answer + 1;
        } else {
            found.most = answer;
            limit = answer - 1;
        }
    }
    found
}

/// A move that leads to at least this difference, which is known to be within reach. The move that
/// the store knows is tried first. None if the limits end the work, or the player has to pass.
pub(super) fn reach(
    techniques: AllBut<Technique>,
    search: &mut ThreadSearch<'_>,
    discs: Discs,
    least: i32,
) -> Option<u8> {
    let empty = search.field.empty(discs);
    let moves = discs.moves(empty);
    let known = search.store.get(discs.hash()).map_or(NO_SQUARE, |known| known.best);
    let first = 1_u64.checked_shl(known.into()).unwrap_or(0) & moves;
    numbers(first).chain(numbers(moves & !first)).map(|square| square as u8).find(|&square| {
        let after = discs.after(square.into(), discs.turned(square.into()));
        let left = empty.count_ones() - 1;
        let limit = 1 - least;
        let question = Question::new(after, limit, left);
        visit(techniques, search, question) < limit && !search.is_over
    })
}

/// Asks a question, with the best code for this machine.
fn visit(techniques: AllBut<Technique>, search: &mut ThreadSearch<'_>, question: Question) -> i32 {
    match techniques {
        AllBut(None) => run(Start(Inquiry { search, techniques: AllTechniques, question })),
        without => run(Start(Inquiry { search, techniques: without, question })),
    }
}

/// The first visit, before the kind of processor is known.
struct Start<'a, 's, T>(Inquiry<'a, 's, T>);

impl<T: TechniqueSet<Technique>> Computation for Start<'_, '_, T> {
    type Found = i32;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> i32 {
        processor.run(Visit(self.0))
    }
}
