//! What is counted, and how much it is worth.

/// What counts, for the player who is declared first. It counts as much against the other one.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct PointTable {
    /// By place and piece.
    pub(super) pieces: Vec<i32>,
    /// Variables, and what each unit is worth.
    pub(super) variables: Vec<(u16, i32)>,
    /// By condition of the author: what each place is worth.
    pub(super) conditions: Vec<i32>,
    /// What each move is worth.
    pub(super) mobility: i32,
}

/// A table, and the name of the evaluator that uses it.
pub(super) type NamedTable = (&'static str, PointTable);
