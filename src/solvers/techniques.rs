//! Which techniques a solver's search has: one can be left out, to check and to measure it.

/// Which techniques a search has: known when it is compiled if it has all, so that asking costs
/// nothing.
pub(crate) trait Techniques<T>: Copy + Send + Sync {
    /// Whether it has this one.
    fn has(self, technique: T) -> bool;
}

/// All techniques.
#[derive(Clone, Copy)]
pub(crate) struct All;

impl<T> Techniques<T> for All {
    #[inline(always)]
    fn has(self, _: T) -> bool {
        true
    }
}

/// All techniques but one.
#[derive(Clone, Copy)]
pub(crate) struct AllBut<T>(pub(crate) T);

impl<T: Copy + PartialEq + Send + Sync> Techniques<T> for AllBut<T> {
    #[inline(always)]
    fn has(self, technique: T) -> bool {
        technique != self.0
    }
}
