//! Which techniques a solver's search uses: one can be left out, to check and to measure it.

/// A set of techniques. A search is compiled for the set of all, where asking costs nothing, and
/// for sets that are known only at run time.
pub(crate) trait TechniqueSet<T>: Copy + Send + Sync {
    /// Whether this technique is used.
    fn has(self, technique: T) -> bool;
}

/// All techniques.
#[derive(Clone, Copy)]
pub(crate) struct AllTechniques;

impl<T> TechniqueSet<T> for AllTechniques {
    #[inline(always)]
    fn has(self, _: T) -> bool {
        true
    }
}

/// All techniques but one, or really all.
#[derive(Clone, Copy)]
pub(crate) struct AllBut<T>(pub(crate) Option<T>);

impl<T: Copy + PartialEq + Send + Sync> TechniqueSet<T> for AllBut<T> {
    #[inline(always)]
    fn has(self, technique: T) -> bool {
        self.0 != Some(technique)
    }
}
