//! The techniques that a solver's search uses. One of them can be left out, to check and to measure
//! it.

/// A set of techniques. A search is compiled twice: for the set of all techniques, where
/// [`has`](Self::has) costs nothing, and for a set that is known only at run time.
pub trait TechniqueSet<T>: Copy + Send + Sync {
    /// Whether this technique is used.
    fn has(self, technique: T) -> bool;
}

/// All techniques.
#[derive(Clone, Copy)]
pub struct AllTechniques;

impl<T> TechniqueSet<T> for AllTechniques {
    #[inline(always)]
    fn has(self, _: T) -> bool {
        true
    }
}

/// All techniques but one. With `None`, all techniques.
#[derive(Clone, Copy)]
pub struct AllBut<T>(pub Option<T>);

impl<T: Copy + PartialEq + Send + Sync> TechniqueSet<T> for AllBut<T> {
    #[inline(always)]
    fn has(self, technique: T) -> bool {
        self.0 != Some(technique)
    }
}
