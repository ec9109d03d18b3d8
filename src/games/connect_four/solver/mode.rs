//! How the solver's recursion is compiled: for a kind of processor, with certain techniques.

use super::super::word::Word;
use super::search::Search;
use super::technique::Technique;
use super::visit::Visit;
use crate::solvers::techniques::Techniques;
use crate::sys::processor::{Processor, Work};

/// What the recursion is compiled for.
pub(super) trait Mode: Copy + Send + Sync {
    /// Visits a position with all that the processor can do.
    fn visit<W: Word, const N: usize>(self, search: &mut Search<'_, W>, visit: Visit<W>) -> i32;

    /// Whether to use a technique.
    fn has(self, technique: Technique) -> bool;
}

/// A kind of processor, and the techniques to use.
#[derive(Clone, Copy)]
pub(super) struct With<P, T> {
    pub(super) processor: P,
    pub(super) techniques: T,
}

impl<P: Processor, T: Techniques<Technique>> Mode for With<P, T> {
    #[inline(always)]
    fn visit<W: Word, const N: usize>(self, search: &mut Search<'_, W>, visit: Visit<W>) -> i32 {
        self.processor.run(There::<W, T, N> { search, visit, techniques: self.techniques })
    }

    #[inline(always)]
    fn has(self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }
}

/// A visit, to be compiled for a kind of processor.
struct There<'s, 'a, W, T, const N: usize> {
    search: &'s mut Search<'a, W>,
    visit: Visit<W>,
    techniques: T,
}

impl<W: Word, T: Techniques<Technique>, const N: usize> Work for There<'_, '_, W, T, N> {
    type Found = i32;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> i32 {
        let mode = With { processor, techniques: self.techniques };
        self.search.visit::<N, _>(mode, self.visit)
    }
}
