//! The techniques that make the search fast. Tests and measurements can switch each of them off.

/// The techniques of a search. By default, all are on. None changes the value at a given depth,
/// except [`deeper_entries`](Self::deeper_entries) in some games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques {
    /// Try moves early that have refuted other nodes at the same distance from the root.
    pub killers: bool,
    /// Try moves early that have often refuted other nodes.
    pub history: bool,
    /// Before any move is searched, look up the positions that the moves lead to (enhanced
    /// transposition cutoffs: J. Schaeffer and A. Plaat, "New advances in alpha-beta searching",
    /// 1996).
    pub enhanced_cutoffs: bool,
    /// Leave out every second iteration, unless a game clock is running.
    pub double_steps: bool,
    /// Take from the table what a deeper search than is wanted has found. Where a position can be
    /// reached in more and in fewer plies, the value at a given depth may be a better one then.
    pub deeper_entries: bool,
}

impl Techniques {
    /// All of them.
    pub const ALL: Self = Self {
        killers: true,
        history: true,
        enhanced_cutoffs: true,
        double_steps: true,
        deeper_entries: true,
    };

    /// None of them.
    pub const NONE: Self = Self {
        killers: false,
        history: false,
        enhanced_cutoffs: false,
        double_steps: false,
        deeper_entries: false,
    };
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}
