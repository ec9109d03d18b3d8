//! The techniques of the solver. Each can be left out, to check and to measure it.

/// A technique of the solver that can be left out. Without it the search finds the same, at another
/// cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Technique {
    /// Seeing that the opponent cannot be kept from enough lines.
    ManyLines,
    /// Seeing by which cells the opponent threatens to win.
    Threats,
    /// Of all cells without an undecided line, trying only one, with the smallest piece.
    DeadCells,
    /// Of all cells with the same undecided line and no other one, trying only one.
    PrivateCells,
    /// Skipping a larger piece on a cell if the proof against a smaller one has enough slack.
    LargerPieces,
    /// Remembering a proof for all positions for which it holds, not only for one.
    Slack,
    /// Remembering positions by their undecided parts alone.
    DecidedParts,
    /// Keeping one entry for all images of a position.
    Images,
    /// Trying first the move that was good in a position before.
    RememberedMoves,
    /// Ordering moves by what the model says about the lines after them.
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
