//! A question, and what it takes to answer it.

use super::question::Question;
use super::search::ThreadSearch;
use super::stability::stable_discs;
use super::technique::Technique;
use sarsen_core::solvers::techniques::TechniqueSet;

/// A question, the search that answers it, and the techniques that the search uses.
pub(super) struct Inquiry<'a, 's, T> {
    pub(super) search: &'a mut ThreadSearch<'s>,
    pub(super) techniques: T,
    pub(super) question: Question,
}

impl<'s, T: TechniqueSet<Technique>> Inquiry<'_, 's, T> {
    /// The same search, asked another question.
    #[inline(always)]
    pub(super) fn about(&mut self, question: Question) -> Inquiry<'_, 's, T> {
        Inquiry { search: &mut *self.search, techniques: self.techniques, question }
    }

    /// The empty squares.
    #[inline(always)]
    pub(super) fn empty(&self) -> u64 {
        self.search.field.empty(self.question.discs())
    }

    /// The difference for the player to move if the game is over.
    #[inline(always)]
    pub(super) fn difference(&self) -> i32 {
        self.search.field.difference(self.question.discs())
    }

    /// An upper bound, if the discs that the opponent surely keeps put the limit out of reach. If
    /// that is unlikely, a look is not worth the time.
    #[inline(always)]
    pub(super) fn stability_bound(&self) -> Option<i32> {
        let Question { limit, left, .. } = self.question;
        if !self.techniques.has(Technique::Stability) || limit < 2 * left as i32 - 2 {
            return None;
        }
        let (field, discs) = (&self.search.field, self.question.discs());
        let safe = stable_discs(field, discs.other, discs.own).count_ones() as i32;
        let bound = field.size() - 2 * safe;
        (bound < limit).then_some(bound)
    }
}
