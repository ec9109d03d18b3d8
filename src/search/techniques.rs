//! What a search may do to be fast, each to be switched off for tests and measurements.

/// The techniques of a search; by default all of them. None changes the value at a given depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques {
    /// Try moves early that have refuted others at the same distance from the root.
    pub killers: bool,
    /// Try moves early that have often refuted others.
    pub history: bool,
    /// Look at what is known of the positions that the moves lead to before any of them is searched
    /// (enhanced transposition cutoffs: J. Schaeffer and A. Plaat, "New advances in alpha-beta
    /// searching", 1996).
    pub enhanced_cutoffs: bool,
    /// Leave out every second iteration, unless a game clock runs.
    pub double_steps: bool,
}

impl Techniques {
    /// All of them.
    pub const ALL: Self =
        Self { killers: true, history: true, enhanced_cutoffs: true, double_steps: true };

    /// None of them.
    pub const NONE: Self =
        Self { killers: false, history: false, enhanced_cutoffs: false, double_steps: false };
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}
