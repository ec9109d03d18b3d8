//! The parts of the search that can be left out. The differences stay the same.

/// A technique of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Technique {
    /// Discs that can never turn over bound the difference.
    Stability,
    /// Squares in regions with an odd number of empty squares come first (C. MacGuire, 1980s).
    Parity,
    /// Moves that leave few replies come first.
    FastestFirst,
    /// The table is asked for the positions after all moves before any of them is searched
    /// (A. Plaat et al., "Exploiting graph properties of game trees", 1996).
    EnhancedCutOffs,
    /// The evaluator has a word in the order of moves.
    Opinion,
    /// The last four squares have code of their own.
    LastFour,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Stability,
        Self::Parity,
        Self::FastestFirst,
        Self::EnhancedCutOffs,
        Self::Opinion,
        Self::LastFour,
    ];
}
