//! What the solver's search can do without: to check each technique against the search without it,
//! and to measure it.

/// A technique of the solver that can be left out. What the search finds is the same without it, at
/// another cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Technique {
    /// The bound at a glance where an even number of cells is empty and nothing is swapped.
    EvenBound,
    /// The bound where an odd number of cells is empty and one column is swapped.
    OddBound,
    /// The bound with two columns swapped, or with another one.
    OtherBound,
    /// The bound's distance from lines that the follower is sure of, without a threat yet.
    SureLines,
    /// Not fearing a line that comes too late.
    LateLines,
    /// Following forced replies without a node.
    ForcedReplies,
    /// Looking at what is remembered of the positions one move ahead (enhanced transposition
    /// cutoffs).
    ChildEntries,
    /// One entry for a position and its mirror image.
    MirrorImages,
    /// Trying the move first that was good in a position before.
    RememberedMoves,
    /// Moves in order of the threats that they make.
    ThreatOrder,
    /// Moves in order of the replies that they forbid.
    LostReplies,
    /// Moves in order of what was good elsewhere.
    History,
    /// A small store at first.
    SmallStore,
    /// Asking from the far ends of the scores as well.
    FarEnds,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::EvenBound,
        Self::OddBound,
        Self::OtherBound,
        Self::SureLines,
        Self::LateLines,
        Self::ForcedReplies,
        Self::ChildEntries,
        Self::MirrorImages,
        Self::RememberedMoves,
        Self::ThreatOrder,
        Self::LostReplies,
        Self::History,
        Self::SmallStore,
        Self::FarEnds,
    ];
}
