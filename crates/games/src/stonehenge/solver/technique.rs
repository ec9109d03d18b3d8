//! The techniques of the solver. Each can be left out, to check and to measure it.

/// A technique of the solver that can be left out. Without it, the search finds the same winners at
/// another cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Technique {
    /// Seeing that nothing can keep the opponent from enough lines.
    ManyLines,
    /// Seeing the cells where the opponent threatens to win.
    Threats,
    /// Trying only one of the cells without an undecided line, with the smallest piece.
    DeadCells,
    /// Trying only one of the cells that have the same single undecided line.
    PrivateCells,
    /// Skipping a larger piece on a cell if the proof against a smaller one has enough slack.
    LargerPieces,
    /// Remembering a proof for all positions for which it holds, not only for one.
    Slack,
    /// Ignoring the decided parts of a position in its key.
    DecidedParts,
    /// Keeping one entry for all images of a position.
    Images,
    /// Trying first the move that was good in an earlier search of the position.
    RememberedMoves,
    /// Ordering moves by the model of the lines after them.
    Model,
    /// Ordering moves by what was good in other positions.
    History,
    /// Solving the last four cells all at once.
    Ending,
}

impl Technique {
    /// All techniques.
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
