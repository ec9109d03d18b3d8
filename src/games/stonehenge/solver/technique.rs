//! What the solver's search can do without: to check each technique against the search without it,
//! and to measure it.

/// A technique of the solver that can be left out. What the search finds is the same without it, at
/// another cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Technique {
    /// Seeing that enough lines cannot be kept from the other player.
    ManyLines,
    /// Seeing which cells the other player threatens to win with.
    Threats,
    /// Of all cells whose lines are decided one is enough, and the smallest piece on it.
    DeadCells,
    /// Of all cells that have the same undecided line, and no other, one is enough.
    PrivateCells,
    /// What refutes a piece refutes a larger one on the same cell, if the proof has the slack.
    LargerPieces,
    /// A proof is remembered for all positions that it holds for, not for one alone.
    Slack,
    /// Positions are the same to the memory if what is undecided of them is.
    DecidedParts,
    /// One entry for all images of a position.
    Images,
    /// Trying the move first that was good in a position before.
    RememberedMoves,
    /// UntriedMoves in order of what the model says of the lines they lead to.
    Model,
    /// UntriedMoves in order of what was good elsewhere.
    History,
    /// The last four cells all at once.
    Ending,
}

impl Technique {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::ManyLines,
        Self::Threats,
        Self::DeadCells,
        Self::PrivateCells,
        Self::LargerPieces,
        Self::Slack,
        Self::DecidedParts,
        Self::Images,
        Self::RememberedMoves,
        Self::Model,
        Self::History,
        Self::Ending,
    ];
}
