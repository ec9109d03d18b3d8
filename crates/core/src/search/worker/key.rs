//! Keys of positions in the table, and of those that the moves of a node lead to.

use crate::game::{Player, Symmetry};

/// A table key with the symmetry that leads to the image it belongs to.
#[derive(Clone, Copy)]
pub(crate) struct Key {
    pub(crate) key: u64,
    pub(crate) symmetry: Symmetry,
}

/// A position that a move leads to, to be looked up in the table.
#[derive(Clone, Copy)]
pub(crate) struct ChildProbe {
    pub(crate) key: Key,
    /// Whose turn it is there.
    pub(crate) turn: Player,
}
