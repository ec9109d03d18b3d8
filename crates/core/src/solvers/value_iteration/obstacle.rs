//! What keeps positions from being settled.

/// Why positions cannot be settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Obstacle {
    /// There are more positions than there is room for.
    NoRoom,
    /// The work had to end.
    Ended,
}
