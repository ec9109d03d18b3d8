//! Keys of positions in the table, and of those that the moves of a node lead to.

use crate::game::{Player, Symmetry};

/// A table key with the symmetry that leads to the image it belongs to.
#[derive(Clone, Copy)]
pub(in crate::search) struct Key {
    pub(in crate::search) key: u64,
    pub(in crate::search) symmetry: Symmetry,
}

/// A position that a move leads to, to be looked up in the table.
#[derive(Clone, Copy)]
pub(in crate::search) struct ChildProbe {
    pub(in crate::search) key: Key,
    /// Whose turn it is there.
    pub(in crate::search) turn: Player,
}
