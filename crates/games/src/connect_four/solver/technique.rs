//! The techniques of the solver. Each can be left out, to check and to measure it.

/// A technique of the solver that can be left out. Without it, the search finds the same scores at
/// another cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Technique {
    /// The bound at a glance if an even number of cells is empty, with no column swapped.
    EvenBound,
    /// The bound at a glance if an odd number of cells is empty, with one column swapped.
    OddBound,
    /// The bound with other columns swapped: two, or another one.
    OtherBound,
    /// Counting how soon the follower completes a sure line that is no threat yet.
    SureLines,
    /// Ignoring a line of the opponent that comes too late.
    LateLines,
    /// Following forced replies without a node.
    ForcedReplies,
    /// Looking up the positions one move ahead (enhanced transposition cutoffs).
    ChildEntries,
    /// One entry for a position and its mirror image.
    MirrorImages,
    /// Trying first the move that was good in an earlier search of the position.
    RememberedMoves,
    /// Ordering moves by the threats that they make.
    ThreatOrder,
    /// Ordering moves by what was good in other positions.
    History,
    /// Using a small store first.
    SmallStore,
    /// Asking from the far ends of the scores, too.
    FarEnds,
}

impl Technique {
    /// All techniques.
    pub const ALL: [Self; 13] = [
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
        Self::History,
        Self::SmallStore,
        Self::FarEnds,
    ];
}
